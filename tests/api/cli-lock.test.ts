import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHost, listen } from "@/host/host";
import { personWith, subscription } from "@/tests/support/money";
import { installPackages } from "@/tests/support/npm-project";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { approve, type Person, person } from "@/tests/support/people";
import { terminalIn } from "@/tests/support/terminal";

// A repository brings its lock file along: what it says is a stranger's word.
let project: Awaited<ReturnType<typeof installPackages>>;
let host: Server;
let base: string;
let developer: Person;
let buyer: Person;
let skill: Awaited<ReturnType<typeof liveDownload>>;
/** How the lock file describes the skill where somebody else has installed it, and its only file. */
let installed: { locked: object; text: string };
let shell: ReturnType<typeof terminalIn>;

beforeAll(async () => {
  project = await installPackages();
  host = createHost((_, response) => response.writeHead(404).end());
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  [developer, buyer] = [await person(), await personWith(1)];
  skill = await liveDownload(developer, subscription({ price: 0 }));
  const other = terminalIn(project, base, { someone: buyer });
  expect(await other.run(["install", skill.slug])).toMatchObject({ code: 0 });
  const { skills } = JSON.parse(readFileSync(join(other.folder, "skm-lock.json"), "utf8"));
  const locked = skills[skill.slug];
  installed = { locked, text: readFileSync(join(other.folder, locked.folder, "SKILL.md"), "utf8") };
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
  project.remove();
});
beforeEach(() => {
  shell = terminalIn(project, base, { someone: buyer });
});

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const lockPath = () => join(shell.folder, "skm-lock.json");
const readLock = () => JSON.parse(readFileSync(lockPath(), "utf8"));

/** Writes what a stranger's lock file would say, whose digests are real. */
function strangersLock(changes: object) {
  const locked = { ...installed.locked, sha256: "0".repeat(64), ...changes };
  writeFileSync(lockPath(), JSON.stringify({ lockfile: 1, skills: { [skill.slug]: locked } }));
}

const COMMANDS = [["update"], ["install", "--force"], ["remove", "--force"]];
const complete = ([name = "", ...flags]: string[]) => [name, ...(name === "update" ? [] : [skill.slug]), ...flags];

test.each([".git/hooks", "../outside", "skills/\u001b[2Jx"])(
  "a lock file whose folder is %j leads no command there, also by force",
  async (folder) => {
    strangersLock({ folder });
    const hook = join(shell.folder, ".git", "hooks", "pre-commit");
    write(hook, "git's own");
    const before = readFileSync(lockPath(), "utf8");
    for (const command of COMMANDS.map(complete)) {
      const ended = await shell.run(command);
      expect([ended.code, ended.stderr], command.join(" ")).toEqual([1, expect.stringContaining("leads out")]);
      expect(ended.stderr).not.toContain("\u001b");
    }
    expect(readFileSync(hook, "utf8")).toBe("git's own");
    expect(readFileSync(lockPath(), "utf8")).toBe(before);
  },
);

test("no command goes through a link inside a project, nor into a folder that holds a repository", async () => {
  const target = mkdtempSync(join(project.folder, "target-"));
  write(join(target, "skill", "mine.txt"), "mine");
  symlinkSync(target, join(shell.folder, "linked"));
  strangersLock({ folder: "linked/skill" });
  for (const command of COMMANDS.map(complete))
    expect(await shell.run(command), command.join(" ")).toMatchObject({ code: 2, stdout: "" });
  expect(await shell.run(["install", skill.slug, "--dir", "linked"])).toMatchObject({ code: 2 });
  expect(readFileSync(join(target, "skill", "mine.txt"), "utf8")).toBe("mine");

  strangersLock({ folder: "skills/cloned" });
  write(join(shell.folder, "skills/cloned/sub/.git/config"), "unpushed");
  for (const command of COMMANDS.map(complete))
    expect(await shell.run(command), command.join(" ")).toMatchObject({ code: 2, stdout: "" });
  expect(existsSync(join(shell.folder, "skills/cloned/sub/.git/config"))).toBe(true);
});

test("a new skill goes to no folder outside the project or in Git's own, whatever the options say", async () => {
  for (const dir of ["../elsewhere", ".git", "/tmp"]) {
    const ended = await shell.run(["install", skill.slug, "--dir", dir]);
    expect([ended.code, ended.stderr], dir).toEqual([2, expect.stringContaining("skm leaves it alone")]);
  }
  expect(existsSync(lockPath())).toBe(false);
});

test("what only a stranger's lock file calls installed is replaced or removed after consent alone", async () => {
  strangersLock({ folder: "tools" });
  const own = join(shell.folder, "tools", "SKILL.md");
  write(own, installed.text);
  for (const command of [["update"], ["install", skill.slug], ["remove", skill.slug]]) {
    const ended = await shell.run(command);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("agree with --yes")]);
  }
  expect(existsSync(own)).toBe(true);
  expect(await shell.run(["update", "--yes"])).toMatchObject({ code: 0 });
  // Now it is one of ours.
  expect(await shell.run(["remove", skill.slug])).toMatchObject({ code: 0 });
  expect(existsSync(own)).toBe(false);
});

test("a skill is not replaced by that of another marketplace with the same name, except by force", async () => {
  expect(await shell.run(["install", skill.slug])).toMatchObject({ code: 0 });
  const lock = readLock();
  lock.skills[skill.slug].source = "https://another.example";
  lock.skills[skill.slug].sha256 = "0".repeat(64);
  writeFileSync(lockPath(), JSON.stringify(lock));
  for (const command of [["update"], ["install", skill.slug]]) {
    const ended = await shell.run(command);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("https://another.example")]);
  }
  expect(await shell.run(["update", "--force"])).toMatchObject({ code: 0 });
  expect(readLock().skills[skill.slug].source).toBe(base);
});

test("a lock file with fields that are no such thing is refused whole, and names of JavaScript are no skills", async () => {
  for (const changes of [{ version: "1\u001b[2J" }, { files: 7 }, { source: "javascript:1" }, { sha256: "x" }]) {
    strangersLock(changes);
    expect(await shell.run(["list"])).toMatchObject({ code: 1, stdout: "" });
  }
  writeFileSync(lockPath(), '{"lockfile":1,"skills":{}}');
  expect(await shell.run(["remove", "constructor"])).toMatchObject({ code: 4 });
  writeFileSync(lockPath(), '{"lockfile":1,"skills":null}');
  expect(await shell.run(["list"])).toMatchObject({ code: 1 });
});

test("a link beside the lock file is not written through, and an installed folder is as readable as others", async () => {
  const victim = join(shell.folder, "victim");
  writeFileSync(victim, "mine");
  symlinkSync(victim, `${lockPath()}.part`);
  expect(await shell.run(["install", skill.slug])).toMatchObject({ code: 0 });
  expect(readFileSync(victim, "utf8")).toBe("mine");
  const { folder } = readLock().skills[skill.slug];
  expect(statSync(join(shell.folder, folder)).mode & 0o777).toBe(0o777 & ~process.umask());
});

test("a skill that is free is installed without a purchase by hand, and bought by `skm buy` without a question", async () => {
  const [own, free] = [await personWith(1), await liveDownload(developer, subscription({ price: 0 }))];
  const terminal = terminalIn(project, base, { someone: own });
  expect(await terminal.run(["install", free.slug])).toMatchObject({ code: 0 });
  const other = await liveDownload(developer, subscription({ price: 0 }));
  expect(await terminal.run(["buy", other.slug])).toMatchObject({ code: 0 });
  await putPackage(developer.key, free.id, packageOf(free.slug, "1.1.0"));
  await approve(free.id);
  expect(await terminal.json(["update"])).toMatchObject([{ from: "1.0.0", to: "1.1.0", updated: true }]);
});
