import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { asAdmin, TEMPLATE, urlOf } from "@/tests/support/database";

/** Migrates the template database once, with Prisma's own command. */
export default async function setup(): Promise<void> {
  await asAdmin(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${TEMPLATE}`);
  migrate(urlOf(TEMPLATE));
}

/** Migrates a database with Prisma's own command. */
export function migrate(url: string): void {
  execFileSync(
    process.execPath,
    ["node_modules/prisma/build/index.js", "migrate", "deploy", "--config", "prisma/config.ts"],
    {
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: resolve("prisma/schema-engine.mjs"),
        ...process.env,
        DATABASE_URL: url,
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
}
