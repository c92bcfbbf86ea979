import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

type Entry = Record<string, unknown>;
type LockFile = { packages: Record<string, Entry> };
const { completeLock, lockProblems, missingPackages, readLockFile } = (await import(
  pathToFileURL(resolve("scripts/lib/lock-file.mjs")).href
)) as {
  completeLock: (lock: LockFile) => LockFile;
  lockProblems: (lock: LockFile) => string[];
  missingPackages: (lock: LockFile) => object[];
  readLockFile: (root: string) => LockFile;
};

const stable = { version: "1.0.0" };

describe("the lock file", () => {
  test("ours is complete and ships no prerelease", () => {
    expect(lockProblems(readLockFile(resolve()))).toEqual([]);
  });

  test("an optional package that the file does not list is named, and added for its own system only", () => {
    const lock = {
      packages: {
        "": {},
        "node_modules/tool": {
          ...stable,
          dev: true,
          license: "MIT",
          optionalDependencies: {
            "@tool/cli-darwin-arm64": "1.0.0",
            "@tool/wasm32-wasi": "1.0.0",
            fast: "^1.0.0",
          },
        },
        "node_modules/tool/node_modules/fast": stable,
      },
    };
    expect(lockProblems(lock)).toEqual([expect.stringContaining("lacks @tool/cli-darwin-arm64, @tool/wasm32-wasi")]);
    const whole = completeLock(lock);
    expect(missingPackages(whole)).toEqual([]);
    expect(whole.packages["node_modules/@tool/cli-darwin-arm64"]).toEqual({
      version: "1.0.0",
      cpu: ["arm64"],
      dev: true,
      license: "MIT",
      optional: true,
      os: ["darwin"],
    });
    expect(whole.packages["node_modules/@tool/wasm32-wasi"]).not.toHaveProperty("os");
  });

  test("a missing package whose version or processor is unknown is not made up", () => {
    const wanting = (name: string, version: string) => ({
      packages: { "node_modules/tool": { ...stable, optionalDependencies: { [name]: version } } },
    });
    expect(() => completeLock(wanting("tool-linux-x64", "^1.0.0"))).toThrow("from a registry");
    expect(() => completeLock(wanting("fsevents", "1.0.0"))).toThrow("from a registry");
  });

  test("a prerelease is refused where an installation runs it", () => {
    const prerelease = { version: "2.0.0-beta.1" };
    const packages = { "node_modules/a": prerelease, "node_modules/b": { ...prerelease, dev: true } };
    expect(lockProblems({ packages })).toEqual([expect.stringContaining("a@2.0.0-beta.1 is a prerelease")]);
  });
});
