import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { asAdmin, TEMPLATE, urlOf } from "@/tests/support/database";
import { oncePerRun } from "@/tests/support/once";

const DEMO = "marketplace_demo";
const KEY = "key";

/**
 * Makes the demo what this file's database and data folder hold, instead of nothing: the first file of a run to ask seeds it, for all.
 * To be called before anything is asked of the database. Returns the key of the demo's account.
 */
export async function withDemo(): Promise<string> {
  const folder = await oncePerRun("demo", seed);
  const own = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await asAdmin(`DROP DATABASE ${own} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${own} TEMPLATE ${DEMO}`);
  cpSync(join(folder, "data"), process.env.DATA_DIR ?? "", { recursive: true });
  return readFileSync(join(folder, KEY), "utf8");
}

async function seed(folder: string): Promise<void> {
  mkdirSync(folder);
  await asAdmin(`DROP DATABASE IF EXISTS ${DEMO} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${DEMO} TEMPLATE ${TEMPLATE}`);
  const env = { ...process.env, DATABASE_URL: urlOf(DEMO), DATA_DIR: join(folder, "data") };
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/run.mjs", "seed"], { env });
  writeFileSync(join(folder, KEY), /skm_\w+/.exec(stdout)?.[0] ?? "");
}
