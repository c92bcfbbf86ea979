import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, resolve } from "node:path";
import type { Marketplace, SkillDetail } from "../../sdk/src/index.js";
import { asNumber, asText, type Command, onlyArgument, type Values } from "./command.ts";
import { baseUrlOf, clientOf } from "./config.ts";
import { CliError, EXIT, usageError } from "./failure.ts";
import { type Lock, type Locked, readLock, writeLock } from "./lock.ts";
import { print, printJson, printTable } from "./output.ts";
import { digestOf, filesIn, readPackage, replaceFolder } from "./unpacked.ts";

/** Where agents look for skills, below a project or the home folder. The first that is there is taken. */
const AGENT_FOLDERS: Record<string, string> = {
  claude: ".claude/skills",
  codex: ".codex/skills",
  cursor: ".cursor/skills",
  agents: ".agents/skills",
};
const LOCK_FILE = "skm-lock.json";

const PLACE_OPTIONS = {
  agent: { type: "string" },
  dir: { type: "string" },
  global: { type: "boolean" },
  force: { type: "boolean" },
  "max-price": { type: "string" },
} as const;

/** The folder of the lock file, and the folder that skills go to. */
function placeOf(values: Values): { base: string; lockPath: string; folder: string } {
  const base = values.global === true ? homedir() : process.cwd();
  const agent = asText(values.agent);
  if (agent !== undefined && !(agent in AGENT_FOLDERS))
    throw usageError(
      `--agent is one of ${Object.keys(AGENT_FOLDERS).join(", ")}; else name the folder with --dir.`,
    );
  const present = Object.values(AGENT_FOLDERS).find((path) =>
    existsSync(join(base, path.split("/")[0] ?? "")),
  );
  const chosen = asText(values.dir) ?? AGENT_FOLDERS[agent ?? ""] ?? present ?? ".agents/skills";
  return { base, lockPath: join(base, LOCK_FILE), folder: resolve(base, chosen) };
}

type Place = ReturnType<typeof placeOf>;

export const install: Command = {
  usage:
    "<skill> [--agent claude|codex|cursor|agents] [--dir <folder>] [--global] [--max-price <credits>] [--force]",
  summary: "Download a skill into your agent's folder of skills",
  options: PLACE_OPTIONS,
  run: async ({ globals, args, values }) => {
    const slug = onlyArgument(args, "skill");
    const place = placeOf(values);
    const lock = readLock(place.lockPath);
    const market = clientOf(globals);
    const skill = await market.skills.get(slug);
    const done = await put(market, skill, { place, lock, values, source: baseUrlOf(globals) });
    if (globals.json) return printJson({ slug, ...done });
    print(`Installed ${slug} ${done.version} into ${done.folder}.`);
  },
};

type Putting = { place: Place; lock: Lock; values: Values; source: string };

async function put(market: Marketplace, skill: SkillDetail, { place, lock, values, source }: Putting) {
  const { slug } = skill;
  if (!skill.package)
    throw new CliError(`${slug} has no package; it runs through the API: skm run ${slug}`, EXIT.usage);
  // A download is charged like a call; it costs what it is shown to cost now, or what the user allows.
  const maxPrice = asNumber(values, "max-price") ?? skill.access.max_cost ?? 0;
  const { bytes, sha256 } = await market.skills.download(slug, { maxPrice });
  const { name, files } = await readPackage(bytes);
  const before = lock.skills[slug];
  const folder = before ? resolve(place.base, before.folder) : join(place.folder, name || slug);
  if (values.force !== true) requireFree(slug, folder, before);
  replaceFolder(folder, files);
  const path = relative(place.base, folder).replaceAll("\\", "/");
  const locked = { version: skill.package.version, sha256, folder: path, files: digestOf(files), source };
  lock.skills[slug] = locked;
  writeLock(place.lockPath, lock);
  return locked;
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
  usage: "[<skill>…] [--global] [--force]",
  summary: "Install newer versions of installed skills",
  options: PLACE_OPTIONS,
  run: async ({ globals, args, values }) => {
    const place = placeOf(values);
    const lock = readLock(place.lockPath);
    const market = clientOf(globals);
    const done: object[] = [];
    for (const slug of args.length > 0 ? args : Object.keys(lock.skills)) {
      const before = requireInstalled(lock, slug);
      const skill = await market.skills.get(slug);
      const isCurrent = skill.package?.sha256 === before.sha256;
      const after = isCurrent
        ? before
        : await put(market, skill, { place, lock, values, source: baseUrlOf(globals) });
      done.push({ slug, from: before.version, to: after.version, updated: !isCurrent });
      if (!globals.json)
        print(
          isCurrent
            ? `${slug} ${before.version} is current.`
            : `${slug}: ${before.version} → ${after.version}`,
        );
    }
    if (globals.json) printJson(done);
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
      const state =
        files.length === 0 ? "missing" : digestOf(files) === locked.files ? "unchanged" : "changed";
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
  usage: "<skill> [--global] [--force]",
  summary: "Remove an installed skill",
  options: PLACE_OPTIONS,
  run: async ({ globals, args, values }) => {
    const slug = onlyArgument(args, "skill");
    const place = placeOf(values);
    const lock = readLock(place.lockPath);
    const before = requireInstalled(lock, slug);
    const folder = resolve(place.base, before.folder);
    if (values.force !== true) requireFree(slug, folder, before);
    rmSync(folder, { recursive: true, force: true });
    delete lock.skills[slug];
    writeLock(place.lockPath, lock);
    if (globals.json) return printJson({ slug, removed: true });
    print(`Removed ${slug} from ${before.folder}. A purchase of it runs on.`);
  },
};

function requireInstalled({ skills }: Lock, slug: string): Locked {
  const locked = skills[slug];
  if (!locked)
    throw new CliError(`${slug} is not installed here. \`skm list\` shows what is.`, EXIT.notFound);
  return locked;
}
