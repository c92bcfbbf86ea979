import { execFileSync } from "node:child_process";
import { asAdmin, TEMPLATE, urlOf } from "@/tests/support/database";

/** Migrates the template database once, with Prisma's own command. */
export default async function setup(): Promise<void> {
  await asAdmin(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${TEMPLATE}`);
  execFileSync(process.execPath, ["node_modules/prisma/build/index.js", "migrate", "deploy", "--config", "prisma/config.ts"], {
    env: { ...process.env, DATABASE_URL: urlOf(TEMPLATE) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
