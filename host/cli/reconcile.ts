import * as reconciliation from "@/lib/money/ledger/reconciliation";
import { closeDatabase } from "@/lib/platform/core/db";
import { checkPackages } from "@/lib/supply/packages/integrity";

/** `npm run reconcile`: checks every invariant on all rows and prints the violations; exit code 1 when one is broken or was not checked. */
export async function run(): Promise<number> {
  const isSound = await reconcileLedger();
  const arePackagesWhole = await reportPackages();
  await closeDatabase();
  return isSound && arePackagesWhole ? 0 : 1;
}

/** Checks every invariant on all rows and prints the violations. Returns whether all were checked and hold. */
export async function reconcileLedger(): Promise<boolean> {
  const findings = await reconciliation.check({ isWhole: true });
  if (!findings) return false;
  const { counts, examples, unchecked } = findings;
  const named = new Map(Object.entries(examples));
  for (const [name, count] of Object.entries(counts)) {
    console.log(`${count === 0 ? "ok    " : "BROKEN"} ${String(count).padStart(6)}  ${name}`);
    for (const example of named.get(name) ?? []) console.log(`                 ${example}`);
  }
  for (const [name, why] of Object.entries(unchecked)) console.log(`NOT CHECKED    ${name}: ${why}`);
  return Object.values(counts).every((count) => count === 0) && Object.keys(unchecked).length === 0;
}

/** Prints which stored packages are missing or changed. Returns whether all are whole. */
async function reportPackages(): Promise<boolean> {
  const { checked, missing, changed } = await checkPackages();
  const bad = missing.length + changed.length;
  console.log(
    `${bad === 0 ? "ok    " : "BROKEN"} ${String(bad).padStart(6)}  packages are stored as recorded (${checked})`,
  );
  for (const sha256 of missing) console.log(`                 missing ${sha256}`);
  for (const sha256 of changed) console.log(`                 changed ${sha256}`);
  return bad === 0;
}
