import { closeDatabase } from "@/lib/core/db";
import { StartError } from "@/lib/core/env";
import { openBackup, verifyBackup } from "@/server/backup/read";
import { type Migrate, restoreBackup } from "@/server/backup/restore";
import { writeBackup } from "@/server/backup/write";
import { run as reconcile } from "@/server/cli/reconcile";

/** `npm run backup`, `restore` and `verify`. `migrate` and `known` are this release's migrations. Returns the exit code. */
export async function run(verb: string, file: string, migrate: Migrate, known: string[]): Promise<number> {
  if (verb === "backup") {
    const { tables, packages } = await writeBackup(file);
    await closeDatabase();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${file}: ${rows} rows of ${tables.length} tables, ${packages.length} packages.`);
    console.log("It holds secrets and personal data: store it encrypted, away from this machine.");
    return 0;
  }
  const backup = await openBackup(file);
  try {
    await verifyBackup(backup);
    const { createdAt, product } = backup.manifest;
    console.log(`${file} is whole: ${createdAt}, release ${product}.`);
    if (verb === "verify") return 0;
    if (verb !== "restore") throw new StartError(`There is no ${verb}.`);
    await restoreBackup(backup, migrate, known);
  } finally {
    backup.close();
  }
  console.log("Restored. Checking the ledger and the packages:");
  return reconcile();
}
