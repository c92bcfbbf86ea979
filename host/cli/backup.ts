import type { Manifest } from "@/host/backup/manifest";
import { type Backup, openBackup, verifyBackup } from "@/host/backup/read";
import { rehearse } from "@/host/backup/rehearsal";
import { type Migrations, restoreBackup } from "@/host/backup/restore";
import { writeBackup } from "@/host/backup/write";
import { run as reconcile, reconcileLedger } from "@/host/cli/reconcile";
import { closeDatabase } from "@/lib/platform/core/db";
import { StartError } from "@/lib/platform/core/env";

/** The exit code of an archive whose entries are right, but which could not be restored here to see whether it can be. */
const UNCHECKED = 2;

/** What the commands need: this release's migrations and, to verify, the scratch database or why there is none. */
type Given = Migrations & { scratch?: string; unchecked?: string };

/** `npm run backup`, `restore` and `verify`. Returns the exit code. */
export async function run(verb: string, file: string, given: Given): Promise<number> {
  if (verb === "backup") {
    const manifest = await writeBackup(file);
    await closeDatabase();
    console.log(`${file}: ${sizeOf(manifest)}.`);
    console.log("It holds secrets and personal data: store it encrypted, away from this machine.");
    return 0;
  }
  const backup = await openBackup(file);
  try {
    await verifyBackup(backup);
    const { createdAt, product } = backup.manifest;
    console.log(`${file} is as it was written: ${createdAt}, release ${product}.`);
    if (verb === "verify") return await verify(file, backup, given);
    if (verb !== "restore") throw new StartError(`There is no ${verb}.`);
    await restoreBackup(backup, given);
  } finally {
    backup.close();
  }
  console.log("Restored. Checking the ledger and the packages:");
  return reconcile();
}

/** Restores into the scratch database, counts and reconciles there. Says what it could not check, and why. */
async function verify(file: string, backup: Backup, { scratch, unchecked, ...migrations }: Given): Promise<number> {
  if (!scratch) {
    console.log(`NOT CHECKED: whether it can be restored, and its ledger: ${unchecked}.`);
    console.log("Set DATABASE_URL to a server that runs, as a role that may create databases, and run it again.");
    return UNCHECKED;
  }
  try {
    await rehearse(scratch, backup, migrations);
    console.log("Restored into a scratch database. Checking its ledger:");
    const isSound = await reconcileLedger();
    if (isSound) console.log(`${file} is whole: ${sizeOf(backup.manifest)}.`);
    return isSound ? 0 : 1;
  } finally {
    await closeDatabase();
  }
}

function sizeOf({ tables, packages }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, ${packages.length} packages`;
}
