import { expect } from "vitest";
import { foldFigures } from "@/lib/analytics/rollup";
import { foldCounters } from "@/lib/catalog/counters";
import { query } from "@/lib/core/db";

/** Folds until everything that has happened is counted. Transactions of other tests hold it up for as long as they run. */
export async function allFigures(): Promise<void> {
  const [given] = await query<{ last: string }>("test.given", "SELECT nextval('event_seq') AS last", []);
  await expect
    .poll(
      async () => {
        await foldFigures();
        const [mark] = await query<{ number: string }>(
          "test.mark",
          "SELECT number FROM rollup_mark WHERE name = 'figures'",
          [],
        );
        return Number(mark?.number);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(Number(given?.last));
}

/** The same, shown on the listings. Returns how many of them changed. */
export async function allCounted(): Promise<number> {
  await allFigures();
  return foldCounters();
}
