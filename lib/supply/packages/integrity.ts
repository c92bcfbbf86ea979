import { createHash } from "node:crypto";
import { query } from "@/lib/platform/core/db";
import { store } from "@/lib/supply/packages/configured-store";

/** What a check of the stored packages and images found: how many were read, and the hashes of those that are gone or differ. */
export type PackageCheck = { checked: number; missing: string[]; changed: string[] };

/** Reads every package and image that is on record and compares its bytes with its hash. Takes as long as reading all of them. */
export async function checkPackages(): Promise<PackageCheck> {
  const rows = await query<{ sha256: string }>(
    "packages.stored",
    `SELECT sha256 FROM skill_package WHERE removed_at IS NULL UNION SELECT sha256 FROM skill_image ORDER BY sha256`,
    [],
  );
  const found: PackageCheck = { checked: rows.length, missing: [], changed: [] };
  for (const { sha256 } of rows) {
    if (!(await store().has(sha256))) found.missing.push(sha256);
    else if ((await hashOf(sha256)) !== sha256) found.changed.push(sha256);
  }
  return found;
}

async function hashOf(sha256: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await store().open(sha256)) hash.update(chunk);
  return hash.digest("hex");
}
