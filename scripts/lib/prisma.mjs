import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { IS_PREBUILT, ROOT, StartError } from "./install.mjs";
import { ensureRoutes } from "./routes.mjs";

const CLIENT = join(ROOT, "lib", "platform", "core", "generated", "client.ts");
const SCHEMA = join(ROOT, "prisma", "schema.prisma");

/** The environment of Prisma's own command: our engine stands in for the native one. */
function environment(databaseUrl) {
  return {
    PRISMA_SCHEMA_ENGINE_BINARY: join(ROOT, "prisma", "schema-engine.mjs"),
    ...process.env,
    DATABASE_URL: databaseUrl,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
}

/** Runs Prisma's own command. Throws StartError with its words when it fails. */
export function prisma(args, databaseUrl, { isShown = false } = {}) {
  const command = [
    join(ROOT, "node_modules", "prisma", "build", "index.js"),
    ...args,
    "--config",
    join(ROOT, "prisma", "config.ts"),
  ];
  const stdio = isShown ? "inherit" : ["ignore", "pipe", "pipe"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    env: environment(databaseUrl),
    stdio,
    encoding: "utf8",
  });
  if (status !== 0) throw new StartError(`prisma ${args.join(" ")} failed.\n${stdout ?? ""}${stderr ?? ""}`.trim());
}

/** Makes what is generated: the table of routes, and the database client when it is missing or older than the schema. */
export function ensureGenerated() {
  if (IS_PREBUILT) return;
  ensureRoutes();
  if (existsSync(CLIENT) && statSync(CLIENT).mtimeMs >= statSync(SCHEMA).mtimeMs) return;
  prisma(["generate"], "postgresql://localhost/unused");
}
