import { expect } from "vitest";
import { query } from "@/lib/platform/core/db";
import { type RollupName, rollUp } from "@/lib/platform/jobs/rollup";
import { updateCounters } from "@/lib/supply/catalog/counters";
import { updateTrust } from "@/lib/supply/catalog/trust";

/** Rolls up until everything that has happened is counted. Transactions of other tests hold it up for as long as they run. */
export async function rollUpAll(name: RollupName): Promise<void> {
  const [given] = await query<{ last: string }>("test.given", "SELECT nextval('event_seq') AS last", []);
  await expect
    .poll(async () => {
      await rollUp(name);
      const [cursor] = await query<{ event_seq: string }>(
        "test.cursor",
        "SELECT event_seq FROM rollup_cursor WHERE name = $1",
        [name],
      );
      return Number(cursor?.event_seq);
    })
    .toBeGreaterThanOrEqual(Number(given?.last));
}

/** The same for analytics, shown on the listings. Returns how many of them changed. */
export async function allCounted(): Promise<number> {
  await rollUpAll("analytics");
  return (await updateCounters()) + (await updateTrust());
}
