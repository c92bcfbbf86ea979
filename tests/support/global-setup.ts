import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asAdmin, TEMPLATE, urlOf } from "@/tests/support/database";
import { migrate } from "@/tests/support/migrate";

/** What all files share: the migrated template database, and a folder. Returns what removes the latter. */
export default async function setup(): Promise<(() => void) | undefined> {
  // Several projects name this file.
  if (process.env.TEST_RUN_FOLDER) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "marketplace-test-run-"));
  process.env.TEST_RUN_FOLDER = folder;
  await asAdmin(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
  return () => rmSync(folder, { recursive: true, force: true });
}
