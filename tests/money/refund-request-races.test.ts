import { beforeAll, describe, expect, test } from "vitest";
import * as refunds from "@/lib/demand/purchases/refunds";
import * as renewals from "@/lib/demand/purchases/renewals";
import * as ledger from "@/lib/money/ledger/service";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus } from "@/tests/support/money";
import { administrator, type Person } from "@/tests/support/people";
import { answer, ask, bought, passTime, read } from "@/tests/support/refund-requests";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

describe("meanwhile", () => {
  test("a refund by an administrator settles the request, and races with the developer's answer refund once", async () => {
    for (let round = 0; round < 5; round++) {
      const sale = await bought();
      const { body: request } = await ask(sale);
      const answers = await Promise.all([
        answer(sale.developer, request.id, "accept"),
        call("POST", `/v1/admin/purchases/${sale.id}/refund`, {
          key: admin.key,
          body: { refund: "full", reason: "Paid twice." },
        }),
      ]);
      expect(byStatus(answers)).toEqual({ 200: 1, 409: 1 });
      expect(await available(sale.buyer)).toBe(15);
      expect((await read(sale)).body).toMatchObject({ state: "refunded", refunded: 5 });
    }
  });

  test("the suspension of the skill settles its requests with the refunds", async () => {
    const sale = await bought();
    await ask(sale);
    await refunds.refundRunning(sale.skill.id, "Suspended.");
    expect((await read(sale)).body.state).toBe("refunded");
  });

  test("a purchase that ends while the request waits is refunded all the same, and nothing renews it", async () => {
    const sale = await bought({ subscription_interval: "day" });
    const { body: request } = await ask(sale);
    await passTime(sale.id, "25 hours");
    await renewals.renewDue();
    expect(await available(sale.buyer)).toBe(10);
    expect((await answer(sale.developer, request.id, "accept")).body).toMatchObject({
      state: "refunded",
      refunded: 5,
    });
    expect(await available(sale.buyer)).toBe(15);
  });

  test("debt of a disputed payment is repaid first", async () => {
    const sale = await bought();
    const { body: request } = await ask(sale);
    await query(
      "test.refund.debt",
      "SELECT ledger_post($1, 'test', 'test', $1::uuid::text, NULL, ARRAY['receivable', 'grants'], ARRAY[$2::uuid, NULL], ARRAY[-3000000, 3000000])",
      [request.id, sale.buyer.id],
    );
    await answer(sale.developer, request.id, "accept");
    expect(await available(sale.buyer)).toBe(12);
  });
});

test("a request that says refunded without a refund, or waits after one, breaks an invariant", async () => {
  const sale = await bought();
  const { body: request } = await ask(sale);
  const name = "refund requests follow their refunds";
  const change = (state: string, decided: string) =>
    query(
      `test.damage.${state}`,
      `UPDATE refund_request SET state = '${state}', decided_at = ${decided} WHERE id = $1`,
      [request.id],
    );
  await change("refunded", "now()");
  expect((await ledger.reconcile())[name]).toBe(1);
  await change("open", "NULL");
  expect((await ledger.reconcile())[name]).toBe(0);
});
