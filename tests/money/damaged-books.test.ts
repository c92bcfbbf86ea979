import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InvariantName } from "@/lib/money/ledger/invariants";
import { pool, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { broken, customer, tamper } from "@/tests/support/damage";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** A change to the books of a customer, how it is undone, and who notices. */
type Damage = {
  what: string;
  by: InvariantName;
  change: (of: Awaited<ReturnType<typeof customer>>) => [string, unknown[]];
  undo: (of: Awaited<ReturnType<typeof customer>>) => [string, unknown[]];
};

const ENTRIES_OF =
  "transaction_id = (SELECT id FROM ledger_transaction WHERE source_type = $2 AND source_id = $1::text)";

const DAMAGES: Damage[] = [
  {
    what: "a term whose price is not what was paid",
    by: "priced terms are posted",
    change: ({ purchase }) => ["UPDATE purchase SET price_micros = price_micros + 1 WHERE id = $1", [purchase]],
    undo: ({ purchase }) => ["UPDATE purchase SET price_micros = price_micros - 1 WHERE id = $1", [purchase]],
  },
  {
    what: "a renewed term that nobody paid",
    by: "priced terms are posted",
    change: ({ purchase }) => [
      "UPDATE purchase SET term = 2, anchor_at = anchor_at - interval '1 month' WHERE id = $1",
      [purchase],
    ],
    undo: ({ purchase }) => ["UPDATE purchase SET term = 1, anchor_at = started_at WHERE id = $1", [purchase]],
  },
  {
    what: "a sale without its purchase",
    by: "posted terms are of purchases",
    change: ({ purchase }) => ["UPDATE purchase SET term = 0 WHERE id = $1", [purchase]],
    undo: ({ purchase }) => ["UPDATE purchase SET term = 1 WHERE id = $1", [purchase]],
  },
  {
    what: "a call that was charged at another price",
    by: "captured holds are posted and recorded",
    change: ({ hold }) => [
      `UPDATE ledger_entry SET amount_micros = amount_micros * 2 WHERE ${ENTRIES_OF}`,
      [hold, "hold"],
    ],
    undo: ({ hold }) => [
      `UPDATE ledger_entry SET amount_micros = amount_micros / 2 WHERE ${ENTRIES_OF}`,
      [hold, "hold"],
    ],
  },
  {
    what: "a captured hold without its usage",
    by: "captured holds are posted and recorded",
    change: ({ hold }) => [
      "UPDATE usage_record SET hold_id = NULL, error_code = $1::text WHERE hold_id = $1::text::uuid",
      [hold],
    ],
    undo: ({ hold }) => [
      "UPDATE usage_record SET hold_id = $1::text::uuid, error_code = NULL WHERE error_code = $1::text",
      [hold],
    ],
  },
  {
    what: "usage whose hold is gone",
    by: "usage costs what was captured",
    change: ({ hold }) => [
      "UPDATE usage_record SET error_code = $1::text, hold_id = account_id WHERE hold_id = $1::text::uuid",
      [hold],
    ],
    undo: ({ hold }) => [
      "UPDATE usage_record SET error_code = NULL, hold_id = $1::text::uuid WHERE error_code = $1::text",
      [hold],
    ],
  },
  {
    what: "two records of one call",
    by: "usage costs what was captured",
    change: ({ hold }) => [
      `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, hold_id, created_at)
        SELECT gen_random_uuid(), account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, -1, hold_id, created_at FROM usage_record WHERE hold_id = $1::text::uuid`,
      [hold],
    ],
    undo: () => ["DELETE FROM usage_record WHERE duration_ms = $1", [-1]],
  },
  {
    what: "entries of no transaction",
    by: "entries and transactions belong together",
    change: ({ hold }) => [
      `UPDATE ledger_entry SET transaction_id = md5($1)::uuid WHERE ${ENTRIES_OF}`,
      [hold, "hold"],
    ],
    undo: ({ hold }) => [
      "UPDATE ledger_entry SET transaction_id = (SELECT id FROM ledger_transaction WHERE source_type = $2 AND source_id = $1::text) WHERE transaction_id = md5($1)::uuid",
      [hold, "hold"],
    ],
  },
  {
    what: "a balance that the last entry does not lead to",
    by: "balances shown lead to the wallet's",
    change: ({ buyer }) => [
      "UPDATE ledger_entry SET balance_after_micros = balance_after_micros + 7 WHERE account = 'wallet' AND owner_id = $1",
      [buyer.id],
    ],
    undo: ({ buyer }) => [
      "UPDATE ledger_entry SET balance_after_micros = balance_after_micros - 7 WHERE account = 'wallet' AND owner_id = $1",
      [buyer.id],
    ],
  },
];

describe("reconciliation notices", () => {
  test.each(DAMAGES)("$what", async ({ by, change, undo }) => {
    const of = await customer();
    await tamper(change(of));
    const found = await broken();
    await tamper(undo(of));
    expect(found).toContain(by);
  });

  test("debts, top-ups and reversals that differ from their orders", async () => {
    const { id } = await person();
    const order = newId();
    const post = (source: string, sourceId: string, amounts: number[]) =>
      pool().query(
        "SELECT ledger_post($1, 'test', $2, $3, NULL, ARRAY['wallet', 'receivable', 'processor'], ARRAY[$4::uuid, $4::uuid, NULL], $5::bigint[])",
        [newId(), source, sourceId, id, amounts],
      );
    await query(
      "test.order",
      `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros, state, paid_at, refunded_cents, reversed_micros, reversals)
        VALUES ($1, $2, 500, 5000000, 'paid', now(), 100, 1000000, 1)`,
      [order, id],
    );
    await post("topup", order, [3_000_000, 1_000_000, -4_000_000]);
    await post("reversal", `${order}:2`, [-400_000, 0, 400_000]);
    expect((await broken()).toSorted()).toEqual(
      ["nobody is owed by the marketplace", "payments and credits agree", "reversals are posted"].toSorted(),
    );
    await post("reversal", `${order}:1`, [-1_000_000, 0, 1_000_000]);
    await post("test", newId(), [400_000, -1_000_000, 600_000]);
    expect(await broken()).toEqual(["payments and credits agree", "reversals are posted"]);
    await tamper(
      ["DELETE FROM ledger_entry USING ledger_transaction t WHERE t.id = transaction_id AND owner_id = $1", [id]],
      [
        "DELETE FROM ledger_entry e WHERE e.account = 'processor' AND e.transaction_id IN (SELECT id FROM ledger_transaction WHERE kind = $1)",
        ["test"],
      ],
      ["DELETE FROM ledger_transaction WHERE kind = $1", ["test"]],
      ["UPDATE wallet SET posted_micros = 0 WHERE account_id = $1", [id]],
      ["DELETE FROM topup_order WHERE id = $1", [order]],
    );
  });

  test("calls that a key's limit or the free calls have not counted", async () => {
    const buyer = await personWith(10);
    const { body: key } = await call("POST", "/v1/keys", {
      key: buyer.key,
      body: { name: "limited", credit_limit: 5, credit_limit_interval: "day" },
    });
    const skill = await liveSkill(await person(), { price_per_call: 2, free_calls: 1 });
    for (let calls = 0; calls < 2; calls++)
      expect((await run(String(key.api_key ?? key.key), skill.slug)).status).toBe(200);
    await tamper(
      [
        "UPDATE budget_spend SET spent_micros = spent_micros - 1 WHERE spend_id IN (SELECT id FROM api_key WHERE account_id = $1)",
        [buyer.id],
      ],
      ["UPDATE free_call_use SET used = used - 1 WHERE account_id = $1", [buyer.id]],
    );
    const found = await broken();
    await tamper(
      [
        "UPDATE budget_spend SET spent_micros = spent_micros + 1 WHERE spend_id IN (SELECT id FROM api_key WHERE account_id = $1)",
        [buyer.id],
      ],
      ["UPDATE free_call_use SET used = used + 1 WHERE account_id = $1", [buyer.id]],
    );
    expect(found.toSorted()).toEqual(["budgets have counted what was charged", "free calls are counted"]);
  });
});
