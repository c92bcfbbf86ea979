import { expect } from "vitest";
import * as reconciliation from "@/lib/money/ledger/reconciliation";
import { prisma, transaction } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";

/** Writes what no rule of the database would let through. */
export const tamper = (...statements: [text: string, values: unknown[]][]) =>
  transaction(async (db) => {
    await db.query("SET LOCAL session_replication_role = replica");
    for (const [text, values] of statements) await db.query(text, values);
  });

/** The names of what a check finds broken. */
export async function broken(isWhole = true): Promise<string[]> {
  const findings = await reconciliation.check({ isWhole });
  return Object.entries(findings?.counts ?? {}).flatMap(([name, count]) => (count > 0 ? [name] : []));
}

/** Somebody who has bought a skill and called another one. */
export async function customer(): Promise<{ buyer: Person; purchase: string; hold: string }> {
  const buyer = await personWith(100);
  const [sold, called] = await Promise.all([
    liveSkill(await person(), subscription()),
    liveSkill(await person(), { price_per_call: 2 }),
  ]);
  await call("POST", `/v1/skills/${sold.slug}/purchase`, { key: buyer.key });
  const purchase = await prisma().purchase.findFirstOrThrow({ where: { buyerId: buyer.id } });
  expect((await run(buyer.key, called.slug)).status).toBe(200);
  const hold = await prisma().hold.findFirstOrThrow({ where: { accountId: buyer.id, state: "captured" } });
  return { buyer, purchase: purchase.id, hold: hold.id };
}
