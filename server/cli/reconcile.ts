import { closeDatabase } from "@/lib/core/db";
import * as reconciliation from "@/lib/ledger/reconciliation";

/** `npm run reconcile`: checks every invariant on all rows and prints the violations; exit code 1 when one is broken or was not checked. */
export async function run(): Promise<number> {
  const findings = await reconciliation.check({ isWhole: true });
  if (!findings) return 1;
  const { counts, examples, unchecked } = findings;
  const named = new Map(Object.entries(examples));
  for (const [name, count] of Object.entries(counts)) {
    console.log(`${count === 0 ? "ok    " : "BROKEN"} ${String(count).padStart(6)}  ${name}`);
    for (const example of named.get(name) ?? []) console.log(`                 ${example}`);
  }
  for (const [name, why] of Object.entries(unchecked)) console.log(`NOT CHECKED    ${name}: ${why}`);
  await closeDatabase();
  return Object.values(counts).some((count) => count > 0) || Object.keys(unchecked).length > 0 ? 1 : 0;
}
