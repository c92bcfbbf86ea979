import { createHash } from "node:crypto";
import { prisma } from "@/lib/core/db";
import { store } from "@/lib/packages/configured-store";

/** What a check of the stored packages found: how many were read, and the hashes of those that are gone or differ. */
export type PackageCheck = { checked: number; missing: string[]; changed: string[] };

/** Reads every package that is on record and compares its bytes with its hash. Takes as long as reading all of them. */
export async function checkPackages(): Promise<PackageCheck> {
  const rows = await prisma().skillPackage.groupBy({
    by: "sha256",
    where: { removedAt: null },
    orderBy: { sha256: "asc" },
  });
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
