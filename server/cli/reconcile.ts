import { closeDatabase } from "@/lib/core/db";
import * as ledger from "@/lib/ledger/service";

/** `npm run reconcile`: prints every invariant with the number of rows that break it; exit code 1 on any. */
export async function run(): Promise<number> {
  const counts = Object.entries(await ledger.reconcile());
  for (const [name, count] of counts)
    console.log(`${count === 0 ? "ok    " : "BROKEN"} ${String(count).padStart(6)}  ${name}`);
  await closeDatabase();
  return counts.some(([, count]) => count > 0) ? 1 : 0;
}
