import { beforeAll, describe, expect, test } from "vitest";
import * as refunds from "@/lib/demand/purchases/refunds";
import * as renewals from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { available, byStatus, earned, personWith, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

async function bought(price: number, fields: object = {}) {
  const [developer, buyer] = [await person("Developer"), await personWith(Math.ceil(price) + 10)];
  const skill = await liveSkill(developer, subscription({ price, ...fields }));
  const { body } = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
  return { developer, buyer, skill, id: (body.purchase as { id: string }).id };
}
const refund = (id: string, body: object, by = admin, headers?: Record<string, string>) =>
  call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: by.key,
    body: { reason: "It stopped working.", ...body },
    ...(headers && { headers }),
  });
/** Moves a purchase back in time, as if that much of its term had gone. */
const passTime = (id: string, interval: string) =>
  query(
    `test.pass.${interval}`,
    `UPDATE purchase SET anchor_at = anchor_at - interval '${interval}', started_at = started_at - interval '${interval}',
       current_period_end = current_period_end - interval '${interval}' WHERE id = $1`,
    [id],
  );

describe("POST /v1/admin/purchases/{id}/refund", () => {
  test("a full refund gives everything back, ends the purchase, and says so in ledger and audit log", async () => {
    const { developer, buyer, skill, id } = await bought(4.999999);
    const { status, body } = await refund(id, { refund: "full" });
    expect([status, body]).toEqual([
      200,
      { purchase_id: id, refunded: 4.999999, from_developer: 4.25, from_fee: 0.749999 },
    ]);
    expect([await available(buyer), await earned(developer)]).toEqual([15, 0n]);
    const listed = await call("GET", "/v1/purchases", { key: buyer.key });
    expect(listed.body.data[0]).toMatchObject({ status: "cancelled", refunded: 4.999999, auto_renew: false });
    const [entry] = (await call("GET", "/v1/ledger", { key: buyer.key })).body.data;
    expect(entry).toMatchObject({ kind: "purchase_refund", subject: skill.slug, amount: 4.999999 });
    const notices = await call("GET", "/v1/notifications", { key: buyer.key });
    expect(notices.body.data).toMatchObject([
      { kind: "purchase_refunded", title: "$4.999999 refunded for Text statistics" },
      { kind: "purchase_made" },
    ]);
    const audit = await call("GET", "/v1/admin/audit", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({
      action: "purchase.refund",
      subject_id: id,
      actor: { id: admin.id },
      details: { refund: "full", credits: "4.999999", reason: "It stopped working." },
    });
  });

  test("the unused rest is by time, and developer and marketplace give it up to the micro-credit", async () => {
    const { developer, buyer, id } = await bought(7, { subscription_interval: "week" });
    await passTime(id, "42 hours");
    const { body } = await refund(id, { refund: "unused" });
    const micros = (field: string) => BigInt(Math.round(Number(body[field]) * 1_000_000));
    expect(Number(body.refunded)).toBeGreaterThan(5.2499);
    expect(Number(body.refunded)).toBeLessThanOrEqual(5.25);
    expect(micros("from_developer") + micros("from_fee")).toBe(micros("refunded"));
    expect(await earned(developer)).toBe(5_950_000n - micros("from_developer"));
    expect(await available(buyer)).toBeCloseTo(10 + Number(body.refunded), 9);
  });

  test("a refunded skill can be bought again at once, and is not usable before", async () => {
    const { buyer, skill, id } = await bought(2);
    await refund(id, { refund: "full" });
    const use = await call("POST", `/v1/skills/${skill.slug}/execute`, { key: buyer.key, body: {} });
    expect([use.status, use.body.error.code]).toEqual([402, "purchase_required"]);
    expect((await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key })).status).toBe(200);
    expect(await available(buyer)).toBe(10);
  });

  test("a renewed purchase is refunded its last term only, and a lapsed one in full", async () => {
    const { developer, buyer, id } = await bought(5);
    await passTime(id, "32 days");
    await renewals.renewDue();
    await passTime(id, "32 days");
    expect((await refund(id, { refund: "unused" })).body.error.code).toBe("nothing_to_refund");
    expect((await refund(id, { refund: "full" })).body.refunded).toBe(5);
    await renewals.renewDue();
    expect([await available(buyer), await earned(developer)]).toEqual([10, 4_250_000n]);
  });

  test("a buyer's debt is repaid first", async () => {
    const { buyer, id } = await bought(5);
    await query(
      "test.debt",
      "SELECT ledger_post($1, 'test', 'test', $1::uuid::text, NULL, ARRAY['receivable', 'grants'], ARRAY[$2::uuid, NULL], ARRAY[-3000000, 3000000])",
      [newId(), buyer.id],
    );
    await refund(id, { refund: "full" });
    expect(await available(buyer)).toBe(12);
  });

  test("twenty refunds at once, full and partial, are one refund", async () => {
    const { developer, buyer, id } = await bought(5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => refund(id, { refund: i % 2 ? "full" : "unused" })),
    );
    expect(byStatus(answers)).toEqual({ 200: 1, 409: 19 });
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe("already_refunded");
    const given = Number(answers.find(({ status }) => status === 200)?.body.refunded);
    expect(await available(buyer)).toBeCloseTo(10 + given, 9);
    expect(await earned(developer)).toBeLessThan(5n);
  });

  test("refunds race renewals and new purchases without charging or refunding anything twice", async () => {
    for (let round = 0; round < 10; round++) {
      const { buyer, skill, id } = await bought(5);
      await passTime(id, "32 days");
      const [answer] = await Promise.all([
        refund(id, { refund: "full" }),
        renewals.renewDue(),
        call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key }),
        renewals.renewDue(),
      ]);
      expect(answer.status).toBe(200);
      expect([0, 5, 10, 15]).toContain(await available(buyer));
    }
  });

  test("under one Idempotency-Key a repeated refund replays its answer", async () => {
    const { id } = await bought(5);
    const headers = { "idempotency-key": `refund ${unique()}` };
    const first = await refund(id, { refund: "full" }, admin, headers);
    const again = await refund(id, { refund: "full" }, admin, headers);
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
  });

  test("free purchases, unknown ones, missing reasons and unknown kinds are refused", async () => {
    const { id } = await bought(0);
    expect((await refund(id, { refund: "full" })).body.error.code).toBe("nothing_to_refund");
    expect((await refund(newId(), { refund: "full" })).status).toBe(404);
    expect((await refund("nonsense", { refund: "full" })).status).toBe(404);
    for (const [body, param] of [
      [{ refund: "half" }, "refund"],
      [{}, "refund"],
      [{ refund: "full", reason: "  " }, "reason"],
      [{ refund: "full", reason: "x".repeat(1001) }, "reason"],
    ] as const) {
      const answer = await refund(id, body);
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
  });

  test("a user gets 403 and an anonymous request 401", async () => {
    const { buyer, id } = await bought(1);
    expect((await refund(id, { refund: "full" }, buyer)).status).toBe(403);
    const nobody = await call("POST", `/v1/admin/purchases/${id}/refund`, { body: { refund: "full" } });
    expect(nobody.status).toBe(401);
  });
});

describe("refunds.refundRunning", () => {
  test("every running purchase of a skill ends and gets its rest, once, also when two run at once", async () => {
    const developer = await person();
    const skill = await liveSkill(developer, subscription({ price: 10 }));
    const other = await liveSkill(developer, subscription({ price: 1 }));
    const buyers = await Promise.all(Array.from({ length: 12 }, () => personWith(20)));
    for (const { key } of buyers)
      for (const { slug } of [skill, other]) await call("POST", `/v1/skills/${slug}/purchase`, { key });
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => refunds.refundRunning(skill.id, "Suspended.", admin.id)),
    );
    expect(counts.reduce((sum, { purchases: ended }) => sum + ended, 0)).toBe(12);
    expect(await refunds.refundRunning(skill.id, "Suspended.")).toEqual({ purchases: 0, refunded: 0n });
    for (const buyer of buyers) {
      const { data } = (await call("GET", "/v1/purchases", { key: buyer.key })).body;
      expect(data.map(({ status }) => status)).toEqual(["active", "cancelled"]);
      expect(await available(buyer)).toBeGreaterThan(18.99);
    }
  });

  test("a free active purchase ends as well, and an ended one stays unchanged", async () => {
    const [free, over] = [await bought(0), await bought(5)];
    await passTime(over.id, "32 days");
    expect(await refunds.refundRunning(free.skill.id, "Suspended.")).toEqual({ purchases: 1, refunded: 0n });
    expect(await refunds.refundRunning(over.skill.id, "Suspended.")).toEqual({ purchases: 0, refunded: 0n });
    expect(await available(over.buyer)).toBe(10);
  });
});
