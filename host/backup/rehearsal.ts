import type { Client } from "pg";
import type { Backup } from "@/host/backup/read";
import { type Migrations, restoreInto } from "@/host/backup/restore";
import { packagesOf } from "@/host/backup/write";
import { env, StartError } from "@/lib/platform/core/env";

/**
 * Restores an archive into a scratch database, with all newer migrations: every row is counted, every reference checked, and every
 * package that a row names must be in the archive. Throws StartError with what cannot be restored.
 */
export async function rehearse(scratch: string, backup: Backup, migrations: Migrations): Promise<void> {
  // The check of the ledger that follows reads the database of the settings, and must not read the live one.
  if (env().DATABASE_URL !== scratch || env().DATABASE_REPLICA_URL)
    throw new Error("the settings name another database than the scratch one");
  try {
    await restoreInto(scratch, backup, migrations, requirePackages);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The backup cannot be restored: ${reason}`, { cause });
  }
}

async function requirePackages({ manifest }: Backup, client: Client): Promise<void> {
  const stored = new Set(manifest.packages);
  const missing = (await packagesOf(client)).filter((sha256) => !stored.has(sha256));
  if (missing.length > 0) throw new StartError(`It lacks the packages ${missing.join(", ")}.`);
}
