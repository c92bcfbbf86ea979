import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { crc32 } from "node:zlib";
import { AppError } from "@/lib/platform/core/errors";
import { inspectPackage } from "@/lib/supply/packages/inspect";
import { pack, writeCanonicalArchive } from "@/lib/supply/packages/write-archive";
import { INTERVAL_NAMES } from "@/lib/supply/skills/intervals";
import type { Marketplace } from "../../sdk/src/index.js";
import { asNumber, asText, type Command, onlyArgument, type Values } from "./command.ts";
import { baseUrlOf, clientOf, type Globals } from "./config.ts";
import { CliError, EXIT, type Finding, findingText, usageError } from "./failure.ts";
import { isOpenApiFile, readOperation } from "./from-openapi.ts";
import { print, printJson, printTable } from "./output.ts";
import { ciToken, release } from "./trusted.ts";
import { filesIn } from "./unpacked.ts";

type Json = Record<string, unknown>;
type Owned = { id: string; slug: string; status: string };
/** What is published: the fields of the skill, and its package when it has one. */
type Prepared = { fields: Json & { slug: string }; archive: Buffer | null; findings: Finding[] };

/** Options that trusted publishing has a use for. */
const RELEASE_OPTIONS = ["json", "key", "url", "account", "help", "slug", "audience", "dry-run", "bundle", "archive"];

export const publish: Command = {
  usage: `<folder|openapi.yaml> | --mcp <url> [--category <slug>] [--price-per-call <n> | --price <n> --interval ${INTERVAL_NAMES.join("|")}] [--bundle <file>] [--archive <file>] [--submit] [--dry-run]`,
  summary: "Publish a skill from a folder with SKILL.md, an operation of an OpenAPI document, or an MCP server",
  options: {
    slug: { type: "string" },
    name: { type: "string" },
    category: { type: "string" },
    price: { type: "string" },
    interval: { type: "string" },
    "price-per-call": { type: "string" },
    "free-calls": { type: "string" },
    operation: { type: "string" },
    mcp: { type: "string" },
    secret: { type: "string" },
    submit: { type: "boolean" },
    "dry-run": { type: "boolean" },
    audience: { type: "string" },
    bundle: { type: "string" },
    archive: { type: "string" },
  },
  run: async ({ globals, args, values }) => {
    const server = asText(values.mcp);
    if (server) return publishServer(globals, server, values);
    const source = resolve(onlyArgument(args, "folder or OpenAPI document"));
    const prepared = isOpenApiFile(source)
      ? { fields: readOperation(source, asText(values.operation)), archive: null, findings: [] }
      : await prepareFolder(source);
    Object.assign(prepared.fields, termsOf(values));
    if (!globals.json) for (const finding of prepared.findings) print(findingText(finding));
    if (prepared.archive && asText(values.archive)) writeFileSync(asText(values.archive) ?? "", prepared.archive);
    if (values["dry-run"] === true) return report(globals, prepared);
    const bundle = bundleIn(values, prepared);
    if (prepared.archive && !globals.key && !process.env.SKILLS_API_KEY) {
      const token = await ciToken(asText(values.audience) ?? baseUrlOf(globals));
      if (token !== null) requirePlain(values);
      if (token !== null)
        return reportRelease(globals, await release(baseUrlOf(globals), token, { ...named(prepared), bundle }));
    }
    const market = clientOf(globals);
    const skill = await save(market, prepared, { bundle, isSubmitted: values.submit === true });
    if (globals.json) return printJson({ ...skill, findings: prepared.findings });
    print(`${skill.slug} is ${skill.status}. Edit it at ${baseUrlOf(globals)}/console/${skill.id}`);
  },
};

/** The publisher's own Sigstore bundle over the archive, from a file. Throws a usage error. */
function bundleIn(values: Values, { archive }: Prepared): object | null {
  const path = asText(values.bundle);
  if (path === undefined) return null;
  if (!archive) throw usageError("--bundle is for a folder with SKILL.md.");
  try {
    return JSON.parse(readFileSync(path, "utf8")) as object;
  } catch (error) {
    throw usageError(`${path} is no Sigstore bundle: ${(error as Error).message}`);
  }
}

/** Throws a usage error for options that a release by trusted publishing would ignore. */
function requirePlain(values: Values): void {
  const ignored = Object.keys(values).filter((name) => !RELEASE_OPTIONS.includes(name) && values[name] !== undefined);
  if (ignored.length > 0)
    throw usageError(
      `Trusted publishing sends the package and submits it, nothing else. Remove ${ignored.map((name) => `--${name}`).join(", ")}, or use an API key.`,
    );
}

const named = ({ fields: { slug }, archive }: Prepared) => ({ slug, archive: archive ?? Buffer.alloc(0) });

function reportRelease(globals: Globals, released: Awaited<ReturnType<typeof release>>): void {
  if (globals.json) printJson(released);
  else print(`Released ${released.slug} ${released.version} by trusted publishing. It waits for review.`);
}

type Imported = { proposal: { operations?: { name: string }[] }; notes: string[]; skill: Owned | null };

/** Publishes the tools of an MCP server, or takes over how they are now when the skill is there already. */
async function publishServer(globals: Globals, url: string, values: Values): Promise<void> {
  const market = clientOf(globals);
  const { slug, ...terms } = termsOf(values) as Json & { slug?: string };
  const [mine, token] = [slug ? await findOwned(market, slug) : null, asText(values.secret)];
  const query = {
    ...(mine ? { skill_id: mine.id } : slug && { slug }),
    ...(values["dry-run"] === true && { dry_run: "true" }),
  };
  const body = { source: "mcp", url, ...(token && { auth: { kind: "bearer", token } }) };
  const { proposal, notes, skill } = await market.request<Imported>("POST", "/v1/developer/skills/import", {
    query,
    body,
  });
  if (!globals.json) for (const note of notes) print(note);
  const names = (proposal.operations ?? []).map(({ name }) => name);
  if (!skill) {
    if (globals.json) printJson({ tools: names, notes });
    else print(`Would publish ${names.length} tools: ${names.join(", ")}. Nothing was stored.`);
    return;
  }
  const changes = { ...terms, ...(values.submit === true && { submit: true }) };
  const path = `/v1/developer/skills/${skill.id}`;
  const saved = Object.keys(changes).length > 0 ? await market.request<Owned>("PATCH", path, { body: changes }) : skill;
  if (globals.json) return printJson({ ...saved, notes });
  print(
    `${saved.slug} is ${saved.status}, with ${names.length} tools. Edit it at ${baseUrlOf(globals)}/console/${saved.id}`,
  );
}

function report(globals: Globals, { fields, findings }: Prepared): void {
  if (globals.json) {
    printJson({ fields, findings });
    return;
  }
  if (findings.length === 0) print("No findings.");
  print(`Would publish ${fields.slug}; nothing was sent.`);
  if (!fields.category) print("A new skill also needs --category.");
}

/** Zips a folder and checks it by the marketplace's own rules. Throws CliError with the findings of a refused one. */
async function prepareFolder(folder: string): Promise<Prepared> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw usageError(`${folder} is neither a folder nor an OpenAPI document (.json, .yaml).`);
  const scratch = mkdtempSync(join(tmpdir(), "skm-"));
  const [path, target] = [join(scratch, "folder.zip"), join(scratch, "canonical.zip")];
  try {
    await writeCanonicalArchive(path, basename(folder), contentsOf(folder));
    const { name, description, findings } = await inspectPackage(path, target);
    const fields = { slug: name, name, description, execution_type: "download" };
    return { fields, archive: readFileSync(target), findings };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const findings = (error.details.findings as Finding[] | undefined) ?? [];
    throw new CliError([`${folder} is refused:`, ...findings.map(findingText)].join("\n"), EXIT.usage);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function* contentsOf(folder: string) {
  for (const file of filesIn(folder)) {
    const { content } = file;
    const sha256 = createHash("sha256").update(content).digest("hex");
    yield { ...file, packed: await pack(content), crc32: crc32(content), sha256 };
  }
}

/** The fields that flags set. */
function termsOf(values: Values): Json {
  const [price, perCall, free] = ["price", "price-per-call", "free-calls"].map((name) => asNumber(values, name));
  const [slug, name, category] = [asText(values.slug), asText(values.name), asText(values.category)];
  return {
    ...(slug && { slug }),
    ...(name && { name }),
    ...(category && { category }),
    ...(perCall !== undefined && { pricing_type: "usage", price_per_call: perCall }),
    ...(price !== undefined && {
      pricing_type: "subscription",
      price,
      subscription_interval: asText(values.interval) ?? "month",
    }),
    ...(free !== undefined && { free_calls: free }),
  };
}

/** Creates the skill or changes the one of this slug, uploads its package, and submits it when asked to. */
async function save(
  market: Marketplace,
  { fields, archive }: Prepared,
  { bundle, isSubmitted }: { bundle: object | null; isSubmitted: boolean },
): Promise<Owned> {
  const { slug, ...changes } = fields;
  const mine = await findOwned(market, slug);
  if (!mine && !fields.category) throw await categoryMissing(market);
  const path = "/v1/developer/skills";
  let skill = mine
    ? await market.request<Owned>("PATCH", `${path}/${mine.id}`, { body: { ...changes, submit: false } })
    : await market.request<Owned>("POST", path, { body: fields });
  if (archive) {
    await market.request("PUT", `${path}/${skill.id}/package?submit=false`, {
      body: new Uint8Array(archive),
      contentType: "application/zip",
    });
  }
  if (bundle) await market.request("PUT", `${path}/${skill.id}/package/bundle`, { body: { bundle } });
  if (isSubmitted) skill = await market.request<Owned>("PATCH", `${path}/${skill.id}`, { body: { submit: true } });
  return skill;
}

async function categoryMissing(market: Marketplace): Promise<CliError> {
  const { data } = await market.request<{ data: { slug: string }[] }>("GET", "/v1/categories");
  return usageError(`A new skill needs --category, one of: ${data.map(({ slug }) => slug).join(", ")}.`);
}

const PAGE = 100;

async function findOwned(market: Marketplace, slug: string): Promise<Owned | null> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await market.request<{ data: Owned[]; has_more: boolean }>("GET", "/v1/developer/skills", {
      query: { limit: PAGE, offset },
    });
    const found = page.data.find((skill) => skill.slug === slug);
    if (found || !page.has_more) return found ?? null;
  }
}

type LoggedCall = {
  created_at: string;
  status: string;
  error_code: string | null;
  duration_ms: number;
  cost: number;
};

export const logs: Command = {
  usage: "<skill> [--failed] [--limit <n>]",
  summary: "List the calls of one of your skills, newest first",
  options: { failed: { type: "boolean" }, limit: { type: "string" } },
  run: async ({ globals, args, values }) => {
    const slug = onlyArgument(args, "skill");
    const market = clientOf(globals);
    const skill = await findOwned(market, slug);
    if (!skill) throw new CliError(`You have no skill ${slug}.`, EXIT.notFound);
    const { data } = await market.request<{ data: LoggedCall[] }>("GET", `/v1/developer/skills/${skill.id}/calls`, {
      query: {
        limit: asNumber(values, "limit") ?? 20,
        ...(values.failed === true && { status: "failed" }),
      },
    });
    if (globals.json) return printJson(data);
    printTable(
      ["Time", "Status", "Milliseconds", "Cost"],
      data.map((call) => [call.created_at, call.error_code ?? call.status, call.duration_ms, call.cost]),
    );
  },
};
