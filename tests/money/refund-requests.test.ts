import { beforeAll, describe, expect, test } from "vitest";
import * as requests from "@/lib/demand/purchases/refund-requests";
import * as refunds from "@/lib/demand/purchases/refunds";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, earned } from "@/tests/support/money";
import { administrator, type Person, person } from "@/tests/support/people";
import { answer, ask, bought, escalate, kindsOf, passTime, REASON, read } from "@/tests/support/refund-requests";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

const decide = (requestId: unknown, decision: "refund" | "refund_unused" | "reject", by = admin) =>
  call("POST", `/v1/admin/refund-requests/${requestId}/decision`, {
    key: by.key,
    body: { decision, note: "The logs say so." },
  });
describe("POST /v1/purchases/{id}/refund-request", () => {
  test("asks the developer, stops the renewal, moves no credits, and is read back", async () => {
    const sale = await bought();
    const { status, body } = await ask(sale);
    expect(status).toBe(200);
    expect(body).toMatchObject({ purchase_id: sale.id, amount: 5, state: "open", refunded: 0, ...REASON });
    expect((await read(sale)).body).toEqual(body);
    expect(await available(sale.buyer)).toBe(10);
    const listed = await call("GET", "/v1/purchases", { key: sale.buyer.key });
    expect(listed.body.data[0]).toMatchObject({ status: "active", auto_renew: false });
    expect(await kindsOf(sale.developer)).toContain("refund_requested");
    const asked = await call("GET", "/v1/developer/refund-requests?state=open", { key: sale.developer.key });
    expect(asked.body).toMatchObject({ total: 1, data: [{ id: body.id, ...REASON }] });
    expect(asked.text).not.toContain(sale.buyer.email);
  });

  test("another's purchase and an unknown one are not_found, and no request is", async () => {
    const sale = await bought();
    expect((await ask(sale, sale.developer)).status).toBe(404);
    expect((await ask({ ...sale, id: "nothing" })).status).toBe(404);
    expect((await read(sale)).status).toBe(404);
    expect((await escalate(sale)).status).toBe(404);
  });

  test("a charge is asked back once, within 14 days, and only when there was one", async () => {
    const sale = await bought();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(sale)));
    expect(byStatus(answers)).toEqual({ 200: 1, 409: 7 });
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe("already_requested");
    const free = await bought({ price: 0 });
    expect((await ask(free)).body.error.code).toBe("nothing_to_refund");
    const refunded = await bought();
    await refunds.refundRunning(refunded.skill.id, "Suspended.");
    expect((await ask(refunded)).body.error.code).toBe("already_refunded");
  });

  test("a charge that is older than the days of requests is not asked back", async () => {
    const sale = await bought();
    await query("test.old", "ALTER TABLE ledger_transaction DISABLE TRIGGER USER", []);
    try {
      await query(
        "test.old.charge",
        "UPDATE ledger_transaction SET created_at = created_at - interval '15 days' WHERE source_type = 'purchase' AND source_id = $1",
        [`${sale.id}:1`],
      );
      const { status, body } = await ask(sale);
      expect([status, body.error.code]).toEqual([400, "refund_period_over"]);
    } finally {
      await query(
        "test.old.back",
        "UPDATE ledger_transaction SET created_at = created_at + interval '15 days' WHERE source_type = 'purchase' AND source_id = $1",
        [`${sale.id}:1`],
      );
      await query("test.old.on", "ALTER TABLE ledger_transaction ENABLE TRIGGER USER", []);
    }
  });
});

describe("the developer's answer", () => {
  test("accept refunds the whole charge at once, ends the purchase, and tells the buyer", async () => {
    const sale = await bought();
    const { body: request } = await ask(sale);
    const { status, body } = await answer(sale.developer, request.id, "accept");
    expect([status, body.state, body.refunded]).toEqual([200, "refunded", 5]);
    expect([await available(sale.buyer), await earned(sale.developer)]).toEqual([15, 0n]);
    expect(await kindsOf(sale.buyer)).toContain("purchase_refunded");
    const listed = await call("GET", "/v1/purchases", { key: sale.buyer.key });
    expect(listed.body.data[0]).toMatchObject({ status: "cancelled", refunded: 5 });
  });

  test("decline moves nothing, and the buyer may ask an administrator once", async () => {
    const sale = await bought();
    const { body: request } = await ask(sale);
    expect((await escalate(sale)).body.error.code).toBe("already_requested");
    expect((await answer(sale.developer, request.id, "decline")).body.state).toBe("declined");
    expect(await available(sale.buyer)).toBe(10);
    expect(await kindsOf(sale.buyer)).toContain("refund_declined");
    const escalations = await Promise.all([escalate(sale), escalate(sale), escalate(sale)]);
    expect(byStatus(escalations)).toEqual({ 200: 1, 409: 2 });
    expect((await read(sale)).body).toMatchObject({ state: "escalated", answer: "You called it 400 times." });
    expect(await kindsOf(admin)).toContain("refund_escalated");
  });

  test("only the developer of the skill answers, and once: of ten answers at a time one counts", async () => {
    const sale = await bought();
    const { body: request } = await ask(sale);
    expect((await answer(sale.buyer, request.id, "accept")).status).toBe(404);
    expect((await answer(await person(), request.id, "decline")).status).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => answer(sale.developer, request.id, i % 2 ? "accept" : "decline")),
    );
    expect(byStatus(answers)).toEqual({ 200: 1, 409: 9 });
    const isRefunded = (await read(sale)).body.state === "refunded";
    expect(await available(sale.buyer)).toBe(isRefunded ? 15 : 10);
    expect((await answer(await person(), request.id, "accept")).status).toBe(404);
  });

  test("no answer in time hands the request to the administrators, once", async () => {
    const sale = await bought();
    const { body: request } = await ask(sale);
    expect(await requests.escalateDue()).toBe(0);
    await query("test.due", "UPDATE refund_request SET answer_due_at = now() - interval '1 second' WHERE id = $1", [
      request.id,
    ]);
    const counts = await Promise.all([requests.escalateDue(), requests.escalateDue()]);
    expect(counts.reduce((sum, each) => sum + each)).toBe(1);
    const late = await answer(sale.developer, request.id, "accept");
    expect([late.status, late.body.error.code]).toEqual([409, "already_decided"]);
    expect((await read(sale)).body.state).toBe("escalated");
  });
});

describe("an administrator's decision", () => {
  async function escalated(fields: object = {}) {
    const sale = await bought(fields);
    const { body } = await ask(sale);
    await answer(sale.developer, body.id, "decline");
    await escalate(sale);
    return { ...sale, requestId: String(body.id) };
  }

  test("refund gives the charge back and tells both sides; the audit log names who decided", async () => {
    const sale = await escalated();
    const { status, body } = await decide(sale.requestId, "refund");
    expect([status, body.state, body.refunded, body.decided_by]).toEqual([
      200,
      "refunded",
      5,
      { id: admin.id, name: admin.name },
    ]);
    expect([await available(sale.buyer), await earned(sale.developer)]).toEqual([15, 0n]);
    expect(await kindsOf(sale.developer)).toContain("refund_taken");
    const audit = await call("GET", "/v1/admin/audit", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({ action: "purchase.refund", subject_id: sale.id });
  });

  test("refund_unused gives back the rest of the term by time", async () => {
    const sale = await escalated({ subscription_interval: "week" });
    await passTime(sale.id, "84 hours");
    const { body } = await decide(sale.requestId, "refund_unused");
    expect(Number(body.refunded)).toBeGreaterThan(2.49);
    expect(Number(body.refunded)).toBeLessThanOrEqual(2.5);
  });

  test("reject is final, moves nothing, and is in the audit log", async () => {
    const sale = await escalated();
    expect((await decide(sale.requestId, "reject")).body).toMatchObject({
      state: "rejected",
      note: "The logs say so.",
    });
    expect(await available(sale.buyer)).toBe(10);
    expect(await kindsOf(sale.buyer)).toContain("refund_rejected");
    expect((await escalate(sale)).body.error.code).toBe("already_decided");
    expect((await ask(sale)).body.error.code).toBe("already_requested");
    const audit = await call("GET", "/v1/admin/audit", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({ action: "refund_request.reject", subject_id: sale.id });
  });

  test("needs an administrator and a request that waits for one", async () => {
    const sale = await bought();
    const { body: request } = await ask(sale);
    expect((await decide(request.id, "refund", sale.developer)).status).toBe(403);
    expect((await decide(request.id, "refund")).body.error.code).toBe("already_decided");
    expect((await decide("nothing", "refund")).status).toBe(404);
    const listed = await call("GET", "/v1/admin/refund-requests?state=open", { key: admin.key });
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({
        id: request.id,
        buyer: expect.objectContaining({ email: sale.buyer.email }),
      }),
    );
  });

  test("two administrators at once decide once", async () => {
    for (let round = 0; round < 5; round++) {
      const sale = await escalated();
      const other = await administrator();
      const answers = await Promise.all([
        decide(sale.requestId, "refund"),
        decide(sale.requestId, "reject", other),
        decide(sale.requestId, "refund_unused", other),
      ]);
      expect(byStatus(answers)).toEqual({ 200: 1, 409: 2 });
    }
  });
});
