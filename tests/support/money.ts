import { expect } from "vitest";
import { INVARIANTS, type InvariantName } from "@/lib/money/ledger/invariants";
import * as ledger from "@/lib/money/ledger/service";
import { query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import * as prices from "@/lib/supply/publishing/prices";
import { call } from "@/tests/support/api";
import { type Person, person } from "@/tests/support/people";

/** Registers somebody with credits on the wallet. */
export async function personWith(credits: number): Promise<Person> {
  const someone = await person("Buyer");
  await transaction((db) =>
    ledger.grant(db, newId(), {
      accountId: someone.id,
      amount: priceToMicros(credits),
      reason: "test credits",
    }),
  );
  return someone;
}

/** The available credits of somebody. */
export async function available(someone: Person): Promise<number> {
  return Number((await call("GET", "/v1/balance", { key: someone.key })).body.available);
}

let excused: InvariantName[] = [];

/** Names invariants that a file breaks with what it posts by hand. */
export function excuse(names: InvariantName[]): void {
  excused = names;
}

/** The same for every invariant: rows that fill tables are of no account's books. */
export function excuseAll(): void {
  excused = Object.keys(INVARIANTS) as InvariantName[];
}

/** Fails unless every invariant of the ledger holds. */
export async function expectSound(): Promise<void> {
  const counts = Object.entries(await ledger.reconcile()) as [InvariantName, number][];
  expect(counts.filter(([name, count]) => count > 0 && !excused.includes(name))).toEqual([]);
}

/** The same after a file, whatever its tests were about, where credits have moved: entries are never changed. */
export async function expectSoundBooks(): Promise<void> {
  const [books] = await query<{ isUsed: boolean }>(
    "test.books",
    `SELECT EXISTS (SELECT FROM ledger_entry) OR EXISTS (SELECT FROM hold) OR EXISTS (SELECT FROM purchase) AS "isUsed"`,
    [],
  );
  if (books?.isUsed) await expectSound();
}

/** How many answers there were of each status. */
export function byStatus(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Executes a skill. */
export const run = (key: string, slug: string, body: object = {}, headers?: Record<string, string>) =>
  call("POST", `/v1/skills/${slug}/execute`, { key, body, ...(headers && { headers }) });

/** Makes calls, at most so many at once: below the limit of calls in flight. Returns the results in order. */
export async function concurrently<T>(count: number, most: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const left = Array.from({ length: count }, (_, index) => index).values();
  const worker = async () => {
    for (const index of left) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}

/** Lets the announced price of a skill apply, as if its days of notice were over. */
export async function applyPriceChange(skillId: string): Promise<void> {
  await query(
    "test.due",
    "UPDATE skill SET next_terms_at = now() - interval '1 second' WHERE id = $1 AND next_terms IS NOT NULL",
    [skillId],
  );
  await prices.applyDue();
}

/** The earnings account of a developer in micro-credits, straight from the ledger. */
export async function earned(developer: Person): Promise<bigint> {
  const [row] = await query<{ sum: string }>(
    "test.earned",
    "SELECT coalesce(sum(amount_micros), 0) AS sum FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1",
    [developer.id],
  );
  return BigInt(row?.sum ?? 0);
}

/** Fields of a subscription skill. */
export const subscription = (fields: object = {}) => ({
  pricing_type: "subscription",
  price: 5,
  price_per_call: null,
  subscription_interval: "month",
  ...fields,
});
