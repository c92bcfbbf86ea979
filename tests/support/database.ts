import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** The migrated database that every test file's own one is cloned from. */
export const TEMPLATE = "marketplace_template";

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run the tests with `npm test`.");
  return url;
}

/** The address of a database on the tests' server. */
export function urlOf(database: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement as the owner of the tests' server, with its settings (`-c name=value`). */
export async function asAdmin(statement: string, options = ""): Promise<void> {
  const client = new Client({ connectionString: adminUrl(), options });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Clones the template into a database of its own; `drop` removes it. */
export async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  const clone = `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`;
  // The kernel copies the files: a quarter of the time of page by page, which every server and file system can do.
  await asAdmin(`${clone} STRATEGY FILE_COPY`, "-c file_copy_method=clone").catch(() => asAdmin(clone));
  return { url: urlOf(name), drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
