import { mkdirSync, mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Ended, runIn, USERS_NODE } from "@/tests/support/npm-project";
import type { Person } from "@/tests/support/people";

/** A folder and a home of one test within a project that has the CLI, and the command as somebody runs it there. */
export function terminalIn(
  project: { folder: string },
  base: string,
  { someone, extra = {} }: { someone?: Person | undefined; extra?: Record<string, string> },
) {
  const folder = mkdtempSync(join(project.folder, "work-"));
  const env = {
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "home", ".config"),
    SKILLS_BASE_URL: base,
    ...(someone && { SKILLS_API_KEY: someone.key }),
    ...extra,
  };
  mkdirSync(env.HOME);
  const skm = resolve(project.folder, "node_modules/.bin/skm");
  const run = (args: string[], input?: string): Promise<Ended> =>
    runIn(folder, [USERS_NODE, skm, ...args], { env, ...(input !== undefined && { input }) });
  return {
    folder,
    env,
    run,
    json: async (args: string[]) => JSON.parse((await run([...args, "--json"])).stdout),
  };
}
