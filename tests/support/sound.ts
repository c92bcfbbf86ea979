import { afterAll } from "vitest";

/** After each file, every invariant of the ledger holds, whatever its tests were about: entries are never changed. */
afterAll(async () => {
  const { query } = await import("@/lib/platform/core/db");
  const [books] = await query<{ isUsed: boolean }>(
    "test.books",
    `SELECT EXISTS (SELECT FROM ledger_entry) OR EXISTS (SELECT FROM hold) OR EXISTS (SELECT FROM purchase) AS "isUsed"`,
    [],
  );
  if (books?.isUsed) await (await import("@/tests/support/money")).expectSound();
});
