import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Marketplace, SkillDetail } from "../../sdk/src/index.js";
import { advisoriesFor, sentenceOf } from "./advisories.ts";
import { attestationOf, requireArchive } from "./attested.ts";
import { asNumber, type Command, onlyArgument, type Values } from "./command.ts";
import { baseUrlOf, clientOf } from "./config.ts";
import { CliError, EXIT, exitCodeOf, textOf } from "./failure.ts";
import { confirm } from "./input.ts";
import { isOurs, record } from "./installed.ts";
import { type Lock, type Locked, lockedOf, readLock, writeLock } from "./lock.ts";
import { print, printJson, printTable, remark } from "./output.ts";
import { requireAgreement } from "./permissions.ts";
import { type Place, pathIn, placeOf, requireSafe } from "./place.ts";
import { digestOf, filesIn, readPackage, replaceFolder } from "./unpacked.ts";

const PLACE_OPTIONS = {
  agent: { type: "string" },
  dir: { type: "string" },
  global: { type: "boolean" },
  force: { type: "boolean" },
  yes: { type: "boolean" },
  "no-verify": { type: "boolean" },
  "allow-affected": { type: "boolean" },
  "max-price": { type: "string" },
} as const;

export const install: Command = {
  usage:
    "<skill>[@<version>] [--agent claude|codex|cursor|agents] [--dir <folder>] [--global] [--max-price <dollars>] [--force] [--yes] [--no-verify] [--allow-affected]",
  summary: "Download a skill into your agent's folder of skills",
  options: PLACE_OPTIONS,
  run: async ({ globals, args, values }) => {
    const name = onlyArgument(args, "skill");
    // The slug of a private skill begins with @, too.
    const [, slug = name, exact] = /^(@?[^@]*)(?:@(.*))?$/.exec(name) ?? [];
    const place = placeOf(values);
    const lock = readLock(place.lockPath);
    const market = clientOf(globals);
    const skill = await market.skills.get(slug);
    const done = await put(market, skill, { place, lock, values, source: baseUrlOf(globals), exact });
    if (globals.json) return printJson({ slug, ...done });
    print(`Installed ${slug} ${done.version} into ${done.folder}.`);
  },
};

type Putting = { place: Place; lock: Lock; values: Values; source: string; exact?: string | undefined };

async function put(market: Marketplace, skill: SkillDetail, { place, lock, values, source, exact }: Putting) {
  const { slug } = skill;
  if (!skill.package)
    throw new CliError(`${slug} has no package; it runs through the API: skm run ${slug}`, EXIT.usage);
  const before = lockedOf(lock, slug);
  if (before) await requireReplaceable({ slug, before, place, values });
  // Before the download is paid for.
  else requireSafe(place, join(place.folder, slug));
  if (before && before.source !== source && values.force !== true)
    throw new CliError(
      `${slug} was installed from ${before.source}, and this is ${source}. Use --url ${before.source}, or replace it with --force.`,
      EXIT.usage,
    );
  if (skill.access.reason === "none" && skill.price === 0) await market.skills.purchase(slug, { maxPrice: 0 });
  // A download is charged like a call; it costs what it is shown to cost now, or what the user allows.
  const maxPrice = asNumber(values, "max-price") ?? skill.access.max_cost ?? 0;
  // Before it is paid for, too.
  const version = exact ?? skill.package.version;
  // The marketplace reviews no private skill, so it attests none.
  const isAttested = values["no-verify"] !== true && !slug.startsWith("@");
  const attested = isAttested ? await attestationOf({ source, slug, version }) : null;
  const digest = attested?.statement.subject[0]?.digest.sha256 ?? (exact ? "" : skill.package.sha256);
  await requireUnaffected(source, slug, { version, sha256: digest }, values);
  if (before && before.sha256 !== digest)
    await requireAgreement(market, slug, { before, version, isAgreed: values.yes === true });
  const { bytes, sha256 } = await market.skills.download(slug, { maxPrice, version: exact });
  if (attested) requireArchive(attested.statement, bytes);
  const { name, files } = await readPackage(bytes);
  const folder = before ? resolve(place.base, before.folder) : join(place.folder, name || slug);
  requireSafe(place, folder);
  if (values.force !== true) requireFree(slug, folder, before);
  replaceFolder(folder, files);
  const path = pathIn(place, folder);
  const locked = { version, sha256, folder: path, files: digestOf(files), source };
  lock.skills[slug] = locked;
  writeLock(place.lockPath, lock);
  record(folder, locked.files);
  return locked;
}

/** Throws CliError for a version that was yanked, recalled or has an advisory, unless the user wants it anyway. */
async function requireUnaffected(
  source: string,
  slug: string,
  wanted: Pick<Locked, "version" | "sha256">,
  values: Values,
): Promise<void> {
  const found = await advisoriesFor(source, { [slug]: wanted });
  if (found.length === 0) return;
  const text = found.map(sentenceOf).join("\n");
  if (values["allow-affected"] !== true)
    throw new CliError(`${text}\nInstall another version with ${slug}@<version>, or this one with --allow-affected.`);
  for (const one of found) remark(`Warning: ${sentenceOf(one)}`);
}

type Replacing = { slug: string; before: Locked; place: Place; values: Values };

/**
 * Throws CliError unless the folder of an installed skill may be replaced or removed: it is one of ours or nothing is there,
 * or the user agrees. A lock file that came with a repository can name any folder.
 */
async function requireReplaceable({ slug, before, place, values }: Replacing): Promise<string> {
  const folder = resolve(place.base, before.folder);
  requireSafe(place, folder);
  if (values.force === true) return folder;
  requireFree(slug, folder, before);
  if (values.yes === true || isOurs(folder, before.files) || filesIn(folder).length === 0) return folder;
  const what = `You did not install ${slug} on this machine: only ${place.lockPath} says that ${before.folder} is its folder.`;
  if (!(await confirm(`${what} Replace or remove all that is in ${before.folder}?`)))
    throw new CliError(`${what} Look at ${before.folder}, then agree with --yes.`, EXIT.usage);
  return folder;
}

/** Throws CliError rather than replace what the user wrote. */
function requireFree(slug: string, folder: string, before: Locked | undefined): void {
  const there = filesIn(folder);
  if (there.length === 0 || (before && digestOf(there) === before.files)) return;
  throw new CliError(
    before
      ? `${folder} was changed since ${slug} was installed. Move your changes, or replace them with --force.`
      : `${folder} is there already and was not installed by skm. Remove it, or replace it with --force.`,
  );
}

export const update: Command = {
  usage: "[<skill>…] [--global] [--force] [--yes]",
  summary: "Install newer versions of installed skills",
  options: PLACE_OPTIONS,
  run: async ({ globals, args, values }) => {
    const place = placeOf(values);
    const lock = readLock(place.lockPath);
    const market = clientOf(globals);
    const slugs = args.length > 0 ? args : Object.keys(lock.skills);
    const before = slugs.map((slug) => requireInstalled(lock, slug));
    const done: { slug: string; from: string; to: string; updated: boolean; error?: string }[] = [];
    const codes = new Set<number>();
    const putting = { place, lock, values, source: baseUrlOf(globals) };
    for (const [index, slug] of slugs.entries()) {
      const { version: from, sha256 } = before[index] as Locked;
      const update = async () => {
        const skill = await market.skills.get(slug);
        return skill.package?.sha256 === sha256 ? from : (await put(market, skill, putting)).version;
      };
      // One skill that can't be updated holds up no other.
      const to = await update().catch((error: unknown) => {
        codes.add(exitCodeOf(error));
        done.push({ slug, from, to: from, updated: false, error: textOf(error) });
        remark(`${slug}: ${textOf(error)}`);
        return null;
      });
      if (to === null) continue;
      done.push({ slug, from, to, updated: to !== from });
      if (!globals.json) print(to === from ? `${slug} ${from} is current.` : `${slug}: ${from} → ${to}`);
    }
    if (globals.json) printJson(done);
    const failed = done.filter(({ error }) => error !== undefined).length;
    const [code] = codes.size === 1 ? codes : [EXIT.failed];
    if (failed > 0) throw new CliError(`${failed} of ${slugs.length} skills were not updated.`, code);
  },
};

export const list: Command = {
  usage: "[--global]",
  summary: "List installed skills",
  options: PLACE_OPTIONS,
  run: async ({ globals, values }) => {
    const { base, lockPath } = placeOf(values);
    const rows = Object.entries(readLock(lockPath).skills).map(([slug, locked]) => {
      const files = filesIn(resolve(base, locked.folder));
      const state = files.length === 0 ? "missing" : digestOf(files) === locked.files ? "unchanged" : "changed";
      return { slug, ...locked, state };
    });
    if (globals.json) return printJson(rows);
    printTable(
      ["Skill", "Version", "Folder", "Files"],
      rows.map(({ slug, version, folder, state }) => [slug, version, folder, state]),
    );
  },
};

export const remove: Command = {
  usage: "<skill> [--global] [--force] [--yes]",
  summary: "Remove an installed skill",
  options: PLACE_OPTIONS,
  run: async ({ globals, args, values }) => {
    const slug = onlyArgument(args, "skill");
    const place = placeOf(values);
    const lock = readLock(place.lockPath);
    const before = requireInstalled(lock, slug);
    const folder = await requireReplaceable({ slug, before, place, values });
    rmSync(folder, { recursive: true, force: true });
    delete lock.skills[slug];
    writeLock(place.lockPath, lock);
    record(folder, null);
    if (globals.json) return printJson({ slug, removed: true });
    print(`Removed ${slug} from ${before.folder}. A purchase of it runs on.`);
  },
};

function requireInstalled(lock: Lock, slug: string): Locked {
  const locked = lockedOf(lock, slug);
  if (!locked) throw new CliError(`${slug} is not installed here. \`skm list\` shows what is.`, EXIT.notFound);
  return locked;
}
