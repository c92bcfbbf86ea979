/**
 * Skills from what their developers have: a package, a repository or an OpenAPI document. Invariants: a dry run stores
 * nothing; what is stored is an ordinary change of content, with the checks of every other one; another site is read only
 * through the guard of outbound calls.
 */

import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { Prisma } from "@/lib/platform/core/generated/client";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as categories from "@/lib/supply/catalog/categories";
import { fetchDocument, textOf } from "@/lib/supply/importing/fetching";
import { fetchRepository } from "@/lib/supply/importing/git";
import { draftFromMcp, serverAt, withFormer } from "@/lib/supply/importing/mcp";
import { draftFromOpenApi, readDocument } from "@/lib/supply/importing/openapi";
import { draftFromOperations } from "@/lib/supply/importing/openapi-operations";
import { draftFromPackage, type Reading, readingOf } from "@/lib/supply/importing/reading";
import {
  type ImportQuery,
  type ImportResult,
  type ImportSource,
  MAX_DOCUMENT_SIZE,
  type McpSource,
  type OpenApiSource,
} from "@/lib/supply/importing/schemas";
import { bySeverity } from "@/lib/supply/packages/finding";
import type { Inspection } from "@/lib/supply/packages/inspect";
import type { SentPackage } from "@/lib/supply/packages/service";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import { SkillChange, SkillInput } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";
import * as uploads from "@/lib/supply/publishing/uploads";
import { CONTENT_NAMES, pick } from "@/lib/supply/skills/content-fields";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";
import { slugFrom } from "@/lib/supply/skills/slug-from";

/** The source of a skill when it was last imported, without what was uploaded. */
export type StoredSource = {
  kind: "git" | "openapi" | "mcp" | "upload";
  source: ImportSource | null;
  version: string | null;
};

/**
 * Reads a repository or an OpenAPI document and fills a draft in from it, or a skill of the caller as a new revision; a
 * dry run only shows what would be filled in. Throws not_found, invalid_request, invalid_package, slug_taken,
 * trusted_publisher_required,
 * not_submittable, source_changed, upstream_failed, upstream_timeout and too_many_in_flight.
 */
export async function importSource(caller: Caller, source: ImportSource, query: ImportQuery): Promise<ImportResult> {
  if (source.source === "openapi") return importDocument(caller, source, query);
  if (source.source === "mcp") return importServer(caller, source, query);
  const { body, headers } = await fetchRepository(source, caller.accountId);
  return importPackage(caller, { body, headers, repository: { folder: source.folder ?? null } }, query, source);
}

/**
 * The same for a package that is uploaded. Throws not_found, too_many_in_flight, slug_taken, not_submittable,
 * trusted_publisher_required,
 * invalid_package and source_changed.
 */
export async function importUpload(caller: Caller, request: Request, query: ImportQuery): Promise<ImportResult> {
  uploads.requireArchiveType(request);
  return importPackage(caller, request, query, null);
}

/** Where one of the caller's skills was last imported from; null when it never was. Throws not_found. */
export async function sourceOf(caller: Caller, skillId: string): Promise<StoredSource | null> {
  await publishing.get(caller, skillId);
  const row = await prisma().skillSource.findUnique({ where: { skillId } });
  return (
    row && {
      kind: row.kind as StoredSource["kind"],
      source: row.source as ImportSource | null,
      version: row.version,
    }
  );
}

async function importDocument(caller: Caller, source: OpenApiSource, query: ImportQuery): Promise<ImportResult> {
  const current = query.skill_id ? await publishing.get(caller, query.skill_id) : null;
  const known = await categories.list(caller);
  const text = source.document ?? (await documentAt(source.url ?? "", caller.accountId));
  const document = await readDocument(text, caller.accountId);
  // Reading it may have used the budget up, which is no reason to refuse what was read.
  const read = ratelimit.measured("checking", caller.accountId, () =>
    readingOf(draftFrom(document, source, current), current, null, known),
  );
  if (query.dry_run) return resultOf(read, null);
  const id = await saveFields(caller, read, query);
  const stored = source.url === undefined ? null : source;
  await noteSource(id, { kind: "openapi", source: stored, version: read.version });
  return resultOf(read, await finish(caller, id, query));
}

function draftFrom(document: Record<string, unknown>, source: OpenApiSource, current: OwnedSkill | null) {
  const url = source.url ?? null;
  return source.operations
    ? withFormer(draftFromOperations(document, source.operations, url), current)
    : draftFromOpenApi(document, source.operation ?? null, url);
}

/** Reads the tools of an MCP server. Its secret is stored with the skill, and never with the source. */
async function importServer(caller: Caller, { auth, ...source }: McpSource, query: ImportQuery): Promise<ImportResult> {
  const current = query.skill_id ? await publishing.get(caller, query.skill_id) : null;
  const known = await categories.list(caller);
  const secret = auth ?? (current && (await endpointAuth.open(current.id, source.url)));
  const server = await serverAt(source.url, secret, caller.accountId);
  const read = ratelimit.measured("checking", caller.accountId, () =>
    readingOf(withFormer(draftFromMcp(source.url, server), current), current, null, known),
  );
  if (query.dry_run) return resultOf(read, null);
  const id = await saveFields(caller, read, query);
  if (auth) await endpointAuth.put(caller, id, auth, source.url);
  await noteSource(id, { kind: "mcp", source, version: null });
  return resultOf(read, await finish(caller, id, query));
}

async function documentAt(url: string, accountId: string): Promise<string> {
  const fetched = await fetchDocument(url, accountId);
  if (!fetched) throw invalid([{ param: "url", message: "was not found: it answers with status 404" }]);
  return textOf(fetched, new URL(url).hostname, MAX_DOCUMENT_SIZE);
}

async function importPackage(
  caller: Caller,
  sent: SentPackage,
  query: ImportQuery,
  source: ImportSource | null,
): Promise<ImportResult> {
  const current = query.skill_id ? await publishing.get(caller, query.skill_id) : null;
  const known = await categories.list(caller);
  const readFrom = (found: Inspection) => readingOf(draftFromPackage(found), current, found, known);
  const isStored = isWanted(query, "package");
  if (query.dry_run || !isStored) {
    const read = readFrom(await uploads.examine(caller, sent));
    if (query.dry_run) return resultOf(read, null);
    return resultOf(read, await finish(caller, await saveFields(caller, read, query), query));
  }
  const stored: { id: string; read: Reading }[] = [];
  await uploads.store(caller, sent, {
    submit: false,
    skillFor: async (found) => {
      const read = readFrom(found);
      const id = await saveFields(caller, read, query);
      stored.push({ id, read });
      return id;
    },
  });
  const [{ id, read }] = stored as [{ id: string; read: Reading }];
  await noteSource(id, { kind: source ? "git" : "upload", source, version: read.version });
  return resultOf(read, await finish(caller, id, query));
}

const isWanted = ({ fields }: ImportQuery, name: string) => !fields || fields.split(",").includes(name);

/** Creates the draft, or changes the skill, with the wanted fields. Returns its id. */
async function saveFields(caller: Caller, read: Reading, query: ImportQuery): Promise<string> {
  if (query.digest && query.digest !== read.digest)
    throw new AppError("source_changed", "The source has changed since you looked at it. Look again.", {
      param: "digest",
    });
  const named = CONTENT_NAMES.filter((name) => read.fields[name] !== undefined && isWanted(query, name));
  const wanted = pick(read.fields, named);
  if (query.skill_id) {
    if (named.length > 0)
      await publishing.update(caller, query.skill_id, SkillChange.parse({ ...wanted, submit: false }));
    return query.skill_id;
  }
  const { name, description, category } = read.fields;
  const slug = query.slug ?? slugOf(name, read.fields.api_endpoint);
  const input = { slug, name, description, category, pricing_type: "usage", ...wanted };
  return (await publishing.create(caller, parsed(input))).id;
}

/** A slug from the name, or from the endpoint's host where the name has no Latin letters. */
const slugOf = (name: unknown, endpoint: unknown): string =>
  slugFrom(String(name ?? "")) ||
  (typeof endpoint === "string" && URL.canParse(endpoint) ? slugFrom(new URL(endpoint).hostname) : "");

/** Reports a field that a new skill needs and the source lacks as a problem of the import. */
function parsed(input: object): SkillInput {
  const { data, error } = SkillInput.safeParse(input);
  if (data) return data;
  const [issue] = error.issues;
  const param = String(issue?.path[0] ?? "source");
  throw invalid([{ param, message: `can't be made from this source: ${issue?.message ?? "is invalid"}` }]);
}

async function noteSource(skillId: string, { kind, source, version }: StoredSource): Promise<void> {
  const data = { kind, source: source ?? Prisma.DbNull, version, importedAt: new Date() };
  await prisma().skillSource.upsert({ where: { skillId }, create: { skillId, ...data }, update: data });
}

/** The skill as it then is; submitted when that was asked for. */
async function finish(caller: Caller, id: string, { submit }: ImportQuery): Promise<OwnedSkill> {
  return submit ? publishing.update(caller, id, { submit: true }) : publishing.get(caller, id);
}

function resultOf(read: Reading, skill: OwnedSkill | null): ImportResult {
  const { fields: proposal, found, version, notes, digest } = read;
  return {
    proposal,
    package: found && {
      version: found.version,
      name: found.name,
      size: found.sizeBytes,
      files: found.manifest.map(({ path }) => path),
      findings: bySeverity(found.findings),
    },
    version,
    notes,
    digest,
    skill,
  };
}
