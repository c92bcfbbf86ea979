import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { feeBpsOf } from "@/lib/money/ledger/fee";
import { prisma, query } from "@/lib/platform/core/db";
import { DEFAULTS } from "@/lib/platform/site/schemas";
import { call } from "@/tests/support/api";
import { concurrently, earned, personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let admin: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  admin = await administrator();
});
afterEach(async () => {
  await prisma().siteSettings.deleteMany();
});
afterAll(() => upstream.close());

const set = async (settings: object) => {
  const { status } = await call("PATCH", "/v1/admin/settings", { key: admin.key, body: settings });
  expect(status).toBe(200);
};

describe("the general fee", () => {
  test("applies to calls, purchases and renewals from then on; a fee of the developer's own stays", async () => {
    const [developer, partner, buyer] = [await person(), await person(), await personWith(100)];
    const called = await liveSkill(developer, { price_per_call: 1 });
    const bought = await liveSkill(developer, subscription({ price: 10 }));
    const partners = await liveSkill(partner, { price_per_call: 1 });
    await call("PUT", `/v1/admin/accounts/${partner.id}/fee`, {
      key: admin.key,
      body: { fee_percent: 5, reason: "A partner." },
    });
    expect(await feeBpsOf(developer.id)).toBe(DEFAULTS.fee_percent * 100);
    await run(buyer.key, called.slug);
    await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key, body: {} });
    expect(await earned(developer)).toBe(850_000n + 8_500_000n);
    await set({ fee_percent: 20.5 });
    expect(await feeBpsOf(developer.id)).toBe(2050);
    await run(buyer.key, called.slug);
    expect(await earned(developer)).toBe(9_350_000n + 795_000n);
    await query(
      "test.due",
      `UPDATE purchase SET anchor_at = anchor_at - interval '32 days', started_at = started_at - interval '32 days',
         current_period_end = current_period_end - interval '32 days' WHERE buyer_id = $1`,
      [buyer.id],
    );
    await renewDue();
    expect(await earned(developer)).toBe(9_350_000n + 795_000n + 7_950_000n);
    await run(buyer.key, partners.slug);
    expect(await earned(partner)).toBe(950_000n);
    const audit = await call("GET", "/v1/admin/audit?action=settings.change", { key: admin.key });
    expect(audit.body.data[0]?.details).toEqual({ fee_percent: { before: 15, after: 20.5 } });
  });

  test("a refund returns the share that was taken, not that of today's fee", async () => {
    const [developer, buyer] = [await person(), await personWith(20)];
    const { slug } = await liveSkill(developer, subscription({ price: 10 }));
    const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    await set({ fee_percent: 50 });
    const refund = await call("POST", `/v1/admin/purchases/${(body.purchase as { id: string }).id}/refund`, {
      key: admin.key,
      body: { refund: "full", reason: "It did not work." },
    });
    expect(refund.body).toMatchObject({ from_developer: 8.5, from_fee: 1.5 });
  });

  test("changes amid calls: each is charged one fee or the other, and the ledger balances", async () => {
    const [developer, buyer] = [await person(), await personWith(50)];
    const { slug } = await liveSkill(developer, { price_per_call: 1 });
    const calls = concurrently(24, 8, () => run(buyer.key, slug));
    for (const fee_percent of [30, 15, 30, 15]) await set({ fee_percent });
    expect((await calls).map(({ status }) => status)).toEqual(Array(24).fill(200));
    const fees = await query<{ amount_micros: string }>(
      "test.fees",
      `SELECT e.amount_micros FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
        WHERE e.account = 'fees' AND t.subject = $1`,
      [slug],
    );
    expect(fees).toHaveLength(24);
    const amounts = fees.map(({ amount_micros }) => BigInt(amount_micros));
    for (const amount of amounts) expect([150_000n, 300_000n]).toContain(amount);
    const total = amounts.reduce((sum, amount) => sum + amount, 0n);
    expect(await earned(developer)).toBe(24_000_000n - total);
  });

  test("developers of approved skills without a fee of their own are notified, others are not", async () => {
    const [developer, partner, drafter] = [await person(), await person(), await person()];
    await liveSkill(developer);
    await liveSkill(partner);
    await prisma().account.update({ where: { id: partner.id }, data: { feeBps: 500 } });
    await set({ fee_percent: 12 });
    await set({ announcement: "Hello.", fee_percent: 12 });
    const notices = await prisma().notification.findMany({
      where: { kind: "fee_changed", accountId: { in: [developer.id, partner.id, drafter.id] } },
    });
    expect(notices).toMatchObject([{ accountId: developer.id, data: { percent: 12, before: 15 } }]);
  });
});

describe("the rule on price rises", () => {
  const reprice = async (owner: Person, { id }: TestSkill, price_per_call: number) =>
    (await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: { price_per_call } }))
      .body as unknown as { price_per_call: number; price_change: { effective_at: string } | null };

  async function calledSkill() {
    const [owner, buyer] = [await person(), await personWith(5)];
    const skill = await liveSkill(owner, { price_per_call: 1 });
    await run(buyer.key, skill.slug);
    return { owner, skill };
  }

  test("a rise within the per cent applies at once; a larger one after the days of notice, which later changes leave", async () => {
    const { owner, skill } = await calledSkill();
    await set({ price_rise_percent: 25, price_notice_days: 30 });
    expect(await reprice(owner, skill, 1.25)).toMatchObject({ price_per_call: 1.25, price_change: null });
    const { price_change: announced } = await reprice(owner, skill, 2);
    const days = (Date.parse(announced?.effective_at ?? "") - Date.now()) / 86_400_000;
    expect([Math.round(days), days <= 30]).toEqual([30, true]);
    await set({ price_notice_days: 1 });
    const shown = await call("GET", `/v1/developer/skills/${skill.id}`, { key: owner.key });
    expect(shown.body.price_change).toEqual(announced);
  });

  test("without days of notice every rise applies at once; with 0 per cent every one is announced", async () => {
    const { owner, skill } = await calledSkill();
    await set({ price_notice_days: 0 });
    expect(await reprice(owner, skill, 3)).toMatchObject({ price_per_call: 3, price_change: null });
    const other = await calledSkill();
    await set({ price_notice_days: 7, price_rise_percent: 0 });
    expect(await reprice(other.owner, other.skill, 1.01)).toMatchObject({ price_per_call: 1 });
  });
});

test.each([
  [{ fee_percent: 101 }, "fee_percent"],
  [{ fee_percent: 1.001 }, "fee_percent"],
  [{ fee_percent: null }, "fee_percent"],
  [{ price_rise_percent: -1 }, "price_rise_percent"],
  [{ price_notice_days: 91 }, "price_notice_days"],
])("%j is refused", async (body, param) => {
  const answer = await call("PATCH", "/v1/admin/settings", { key: admin.key, body });
  expect([answer.status, answer.body.error.param]).toEqual([400, param]);
});
