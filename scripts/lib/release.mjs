import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { StartError } from "./install.mjs";
import { notices } from "./licenses.mjs";

const UNRELEASED = "## Unreleased\n";
/** A file for each change since the last release, so that two branches never change the same lines. */
const CHANGES = "changes";
const CHANGELOG = "CHANGELOG.md";
/** One or more entries, each with its further lines indented. */
const ENTRIES = /^(- \S.*\n( {2}\S.*\n)*)+$/;

const notesOf = (root) => (existsSync(join(root, CHANGES)) ? readdirSync(join(root, CHANGES)).sort() : []);

/** What is wrong with the changelog and the files of `changes/`: what a release would lose, list twice or leave unreadable. */
export function changelogProblems(root) {
  const [, ...sections] = readFileSync(join(root, CHANGELOG), "utf8").split(/^## /m);
  const texts = sections.map((text) => [text.split("\n", 1)[0], text.slice(text.indexOf("\n") + 1).trim()]);
  const titles = texts.map(([title]) => title);
  const versions = titles.slice(1).map((title) => /^(\S+) - \d{4}-\d{2}-\d{2}$/.exec(title)?.[1]);
  const problems = [];
  if (titles[0] !== "Unreleased") problems.push(`${CHANGELOG}: the first section is "## Unreleased".`);
  if (versions.some((version, at) => !semver.valid(version) || (at > 0 && semver.gte(version, versions[at - 1]))))
    problems.push(`${CHANGELOG}: sections are "## <version> - <date>", the latest first.`);
  const notes = notesOf(root).map((name) => [join(CHANGES, name), readFileSync(join(root, CHANGES, name), "utf8")]);
  for (const [path] of notes)
    if (!/[/\\][a-z0-9]+(-[a-z0-9]+)*\.md$/.test(path)) problems.push(`${path}: notes are called what-changed.md.`);
  const listed = new Set();
  for (const [place, text] of [
    ...texts.filter(([, text]) => text).map(([title, text]) => [title, `${text}\n`]),
    ...notes,
  ]) {
    if (!ENTRIES.test(text))
      problems.push(`${place}: write entries that start with "- ", further lines with two spaces.`);
    for (const entry of text.split(/^- /m).slice(1)) {
      if (listed.has(entry)) problems.push(`${place}: the entry "${entry.trim()}" is listed twice.`);
      listed.add(entry);
    }
  }
  return problems;
}

/**
 * Makes a release of what is committed: the version in the manifest and the lockfile, a section of the changelog, into which the
 * files of `changes/` are folded, a commit and a tag. Throws StartError, and changes nothing, when the tree has changes, the version
 * is not a later one, the changelog is malformed, or nothing is unreleased.
 */
export function release(root, version, today = new Date()) {
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const paths = { manifest: "package.json", lock: "package-lock.json", changes: CHANGELOG };
  const read = (path) => readFileSync(join(root, path), "utf8");
  const { version: current } = JSON.parse(read(paths.manifest));
  if (!semver.valid(version) || !semver.gt(version, current))
    throw new StartError(`Name a version after ${current}: npm run release -- ${semver.inc(current, "minor")}`);
  if (git("status", "--porcelain") !== "") throw new StartError("The working tree has changes. Commit them first.");
  if (git("tag", "--list", `v${version}`) !== "") throw new StartError(`The tag v${version} exists already.`);
  const problems = changelogProblems(root);
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  const [head, rest = ""] = read(paths.changes).split(UNRELEASED);
  const [kept, ...earlier] = rest.split("\n## ");
  const notes = notesOf(root);
  const entries = [kept, ...notes.map((name) => read(join(CHANGES, name)))].map((text) => text.trim());
  if (entries.join("") === "") throw new StartError("Nothing is unreleased. Say in changes/ what changed.");
  const section = `## ${version} - ${today.toISOString().slice(0, 10)}\n\n${entries.filter(Boolean).join("\n")}\n`;
  const older = earlier.map((text) => `\n## ${text}`).join("");
  writeFileSync(join(root, paths.changes), `${head}${UNRELEASED}\n${section}${older}`);
  if (notes.length > 0) git("rm", "--quiet", ...notes.map((name) => join(CHANGES, name)));
  for (const path of [paths.manifest, paths.lock]) {
    const text = JSON.parse(read(path));
    text.version = version;
    if (text.packages?.[""]) text.packages[""].version = version;
    writeFileSync(join(root, path), `${JSON.stringify(text, null, 2)}\n`);
  }
  git("add", ...Object.values(paths));
  git("commit", "-m", `Release ${version}`);
  git("tag", "-a", `v${version}`, "-m", `Release ${version}`);
}

/** Writes what goes with a release: the list of all parts (CycloneDX) and the notices of others' licenses. Returns the folder. */
export function writeParts(root, version) {
  const folder = join(root, ".build", `release-${version}`);
  mkdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = spawnSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new StartError(`npm sbom failed.\n${stderr}`);
  writeFileSync(join(folder, "sbom.cdx.json"), stdout);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), notices(root));
  return folder;
}
