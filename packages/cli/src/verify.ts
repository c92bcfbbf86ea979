import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { attestationOf, attestationsOfArchive, checksOf, differences } from "./attested.ts";
import { type Command, onlyArgument } from "./command.ts";
import { baseUrlOf } from "./config.ts";
import { CliError, EXIT } from "./failure.ts";
import { lockedOf, readLock } from "./lock.ts";
import { print, printJson } from "./output.ts";
import { placeOf } from "./place.ts";
import { filesIn } from "./unpacked.ts";

export const verify: Command = {
  usage: "<skill|folder|archive.zip> [--global] [--offline]",
  summary: "Check that what you have is what the marketplace reviewed",
  options: { global: { type: "boolean" }, offline: { type: "boolean" } },
  run: async ({ globals, args, values }) => {
    const what = onlyArgument(args, "skill, folder or archive");
    const isArchive = what.endsWith(".zip");
    const { statement, changed } = isArchive
      ? { statement: await attestationsOfArchive(baseUrlOf(globals), readFileSync(what)), changed: [] }
      : await installed(what, values.offline === true, placeOf(values));
    const { skill, publisher, decision, checks, marketplace } = statement.predicate;
    if (globals.json) printJson({ ...skill, publisher, decision, checks, marketplace, differences: changed });
    if (changed.length > 0)
      throw new CliError(`${what} is not as it was reviewed: ${changed.slice(0, 10).join(", ")}.`);
    if (globals.json) return;
    const by = `${publisher.handle}${publisher.verified ? ", verified" : ""}`;
    print(
      `${skill.slug} ${skill.version} by ${by}: approved by ${marketplace.name} on ${decision.at.slice(0, 10)}. Every file is as it was reviewed.`,
    );
    for (const line of checksOf(statement)) print(line);
  },
};

async function installed(what: string, isOffline: boolean, place: ReturnType<typeof placeOf>) {
  const { skills, ...lock } = readLock(place.lockPath);
  const isFolder = statSync(what, { throwIfNoEntry: false })?.isDirectory() === true;
  const slug = isFolder
    ? Object.keys(skills).find((name) => resolve(place.base, skills[name]?.folder ?? "") === resolve(what))
    : what;
  const locked = slug ? lockedOf({ ...lock, skills }, slug) : undefined;
  if (!slug || !locked)
    throw new CliError(
      `${what} is not installed here. \`skm list\` shows what is; an archive's name ends in .zip.`,
      EXIT.notFound,
    );
  const { statement } = await attestationOf({ source: locked.source, slug, version: locked.version, isOffline });
  return { statement, changed: differences(statement, filesIn(resolve(place.base, locked.folder))) };
}
