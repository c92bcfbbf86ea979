import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS = 100;

/**
 * Does work for all test files of a run in the first process that asks; the others wait for it. Returns the path of a folder that is
 * theirs, which the work makes. Throws, in all of them, when it failed.
 */
export async function oncePerRun(name: string, work: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(process.env.TEST_RUN_FOLDER ?? "", name);
  const [begun, done, failed] = [`${folder}.begun`, `${folder}.done`, `${folder}.failed`];
  try {
    writeFileSync(begun, "", { flag: "wx" });
  } catch {
    while (!existsSync(done)) {
      if (existsSync(failed)) throw new Error(readFileSync(failed, "utf8"));
      await sleep(WAIT_MS);
    }
    return folder;
  }
  try {
    await work(folder);
    writeFileSync(done, "");
    return folder;
  } catch (error) {
    writeFileSync(failed, String(error));
    throw error;
  }
}
