import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import * as accounts from "@/lib/identity/accounts/service";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, expectSound, personWith, run, subscription } from "@/tests/support/money";
import { keyOf, organization, verified as signedUp } from "@/tests/support/organizations";
import { draftSkill, liveSkill, type Person, person, skillFields, unique } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let developer: Person;
let slug: string;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
  developer = await person();
  ({ slug } = await liveSkill(developer, subscription({ trial_days: 7 })));
});
afterAll(() => upstream.close());

type Bought = {
  purchase: { id: string; started_at: string; current_period_end: string; trial: boolean };
  balance: { available: number };
  already_owned?: true;
  error: { code: string; param: string };
};
const buy = async (who: Person, body: object = {}, of = slug) => {
  const answer = await call("POST", `/v1/skills/${of}/purchase`, { key: who.key, body });
  return { ...answer, body: answer.body as unknown as Bought };
};
const verify = (who: Person) =>
  query("test.verify", "UPDATE account SET email_verified = true WHERE id = $1", [who.id]);
/** Somebody with a verified email and credits. */
async function verified(credits = 20): Promise<Person> {
  const someone = await personWith(credits);
  await verify(someone);
  return someone;
}
/** Lets someone have paid with a card, as an order of an earlier day. */
const paysWith = (who: Person, card: string) =>
  query(
    "test.card",
    `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros, state, card_fingerprint)
       VALUES (gen_random_uuid(), $1, 500, 5000000, 'expired', $2)`,
    [who.id, card],
  );
/** Moves a purchase into the past, as if it had begun so many days ago. */
const ago = (id: string, days: number) =>
  query(
    "test.ago",
    `UPDATE purchase SET started_at = started_at - make_interval(days => $2), anchor_at = anchor_at - make_interval(days => $2),
       current_period_end = current_period_end - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  );
const one = async (who: Person, id: string) =>
  ((await call("GET", "/v1/purchases", { key: who.key })).body.data as { id: string }[]).find((row) => row.id === id);
const stateOf = async (who: Person, of = slug) =>
  ((await call("GET", `/v1/skills/${of}`, { key: who.key })).body.access as { trial: string | null }).trial;

describe("a trial", () => {
  test("charges nothing, lets its buyer run the skill, and renews at the price when it ends", async () => {
    const buyer = await verified();
    expect([await stateOf(buyer), await stateOf(developer)]).toEqual(["available", null]);
    const refused = { trial_days: 7, price: 5 };
    expect((await run(buyer.key, slug)).body.error).toMatchObject({ code: "purchase_required", details: refused });
    const quoted = await call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key: buyer.key, body: {} });
    expect(quoted.body.error).toMatchObject({
      message: "This skill needs a subscription: 7 days free, then $5. Buy it first.",
      details: refused,
    });
    const { status, body } = await buy(buyer, { max_price: 5 });
    expect(status).toBe(200);
    const { id, started_at, current_period_end } = body.purchase;
    expect(body.purchase).toMatchObject({ price: 5, status: "active", trial: true, auto_renew: true });
    expect(Date.parse(current_period_end) - Date.parse(started_at)).toBe(7 * 24 * 60 * 60 * 1000);
    expect(body.balance.available).toBe(20);
    expect((await run(buyer.key, slug)).status).toBe(200);
    expect((await buy(buyer)).body).toMatchObject({ already_owned: true, purchase: { id } });
    expect(
      (await call("POST", `/v1/purchases/${id}/refund-request`, { key: buyer.key, body: { reason: "x" } })).status,
    ).toBe(400);
    await ago(id, 7);
    await Promise.all([renewals.renewDue(), renewals.renewDue()]);
    expect(await one(buyer, id)).toMatchObject({ trial: false, status: "active" });
    expect(await available(buyer)).toBe(15);
    await ago(id, 31);
    await renewals.renewDue();
    expect(await available(buyer)).toBe(10);
    await expectSound();
  });

  test("gives back its use of a promotion code when it ends without a charge, and not when it is charged", async () => {
    const [first, second] = await Promise.all([verified(), verified()]);
    const { id: skillId, slug: of } = await liveSkill(developer, subscription({ trial_days: 3 }));
    const body = { code: "ONCE", percent_off: 50, max_uses: 1 };
    const codes = `/v1/developer/skills/${skillId}/promotion-codes`;
    expect((await call("POST", codes, { key: developer.key, body })).status).toBe(200);
    const { body: tried } = await buy(first, { promotion_code: "ONCE" }, of);
    expect((await buy(second, { promotion_code: "ONCE" }, of)).body.error.param).toBe("promotion_code");
    await call("PATCH", `/v1/purchases/${tried.purchase.id}`, { key: first.key, body: { auto_renew: false } });
    await ago(tried.purchase.id, 3);
    await renewals.renewDue();
    const { body: again } = await buy(second, { promotion_code: "ONCE" }, of);
    await ago(again.purchase.id, 3);
    await renewals.renewDue();
    expect(await available(second)).toBe(17.5);
    expect((await call("GET", codes, { key: developer.key })).body.data).toMatchObject([{ uses: 1 }]);
    await expectSound();
  });

  test("ends without a charge when it is canceled, or when credits are short", async () => {
    const [canceling, poor] = [await verified(), await verified(2)];
    const { slug: of } = await liveSkill(developer, subscription({ trial_days: 3 }));
    const first = (await buy(canceling, {}, of)).body.purchase.id;
    const second = (await buy(poor, {}, of)).body.purchase.id;
    await call("PATCH", `/v1/purchases/${first}`, { key: canceling.key, body: { auto_renew: false } });
    await Promise.all([ago(first, 3), ago(second, 3)]);
    await renewals.renewDue();
    expect([await one(canceling, first), await one(poor, second)]).toMatchObject([
      { status: "cancelled" },
      { status: "expired" },
    ]);
    expect([await available(canceling), await available(poor)]).toEqual([20, 2]);
    // The trial is used: the next purchase is charged.
    expect((await buy(canceling, {}, of)).body).toMatchObject({
      purchase: { trial: false },
      balance: { available: 15 },
    });
    expect((await buy(poor, {}, of)).body.error.code).toBe("insufficient_credits");
    expect((await buy(poor, { trial: true }, of)).body.error.param).toBe("trial");
    await expectSound();
  });

  test("is renewed by a call when its end has passed, and missed terms are not charged", async () => {
    const buyer = await verified();
    const { id } = (await buy(buyer)).body.purchase;
    await ago(id, 7 + 40);
    expect((await run(buyer.key, slug)).status).toBe(200);
    expect(await available(buyer)).toBe(15);
    expect((await call("GET", `/v1/ledger`, { key: buyer.key })).body.data).toMatchObject([
      { kind: "renewal", amount: -5 },
      { kind: "grant" },
    ]);
    await expectSound();
  });

  test("is announced once, within three days of its end", async () => {
    const buyer = await verified(1);
    const { id } = (await buy(buyer)).body.purchase;
    await renewals.announceRenewals();
    await ago(id, 5);
    await renewals.announceRenewals();
    await renewals.announceRenewals();
    const { body } = await call("GET", "/v1/notifications", { key: buyer.key });
    expect(body.data).toMatchObject([
      { kind: "trial_ends", title: expect.stringContaining("Your trial of"), text: expect.stringContaining("too low") },
      { kind: "purchase_made", title: expect.stringContaining("trial") },
    ]);
  });

  test("is one for an account, an email and a card", async () => {
    const email = `again-${unique()}@example.com`;
    const register = async () => {
      const { account, api_key, key } = await accounts.create({ email, password: "a long password", name: "Again" });
      const who = { id: account.id, email, name: "Again", key: api_key, keyId: key.id };
      await verify(who);
      return who;
    };
    const closed = await register();
    expect((await buy(closed)).body.purchase.trial).toBe(true);
    await query("test.close", "SELECT account_close($1)", [closed.id]);
    expect(await stateOf(await register())).toBe("used");
    const [one, other] = [await verified(), await verified()];
    const card = `card ${unique()}`;
    await Promise.all([paysWith(one, card), paysWith(other, card)]);
    const both = await Promise.all([one, other].map((who) => buy(who, { trial: true })));
    expect(byStatus(both)).toEqual({ 200: 1, 400: 1 });
    expect(both.find(({ status }) => status === 400)?.body.error).toMatchObject({
      param: "trial",
      message: expect.stringContaining("used already"),
    });
    // A card that paid is enough without a verified email.
    const unverified = await personWith(20);
    expect(await stateOf(unverified)).toBe("unverified");
    expect((await buy(unverified)).body.error).toMatchObject({
      param: "trial",
      message: expect.stringContaining("verif"),
    });
    expect(await available(unverified)).toBe(20);
    await paysWith(unverified, `card ${unique()}`);
    expect(await stateOf(unverified)).toBe("available");
    expect((await buy(unverified, { trial: false })).body).toMatchObject({ balance: { available: 15 } });
  });

  test("is one for a mailbox, and one for an owner and all their organizations", async () => {
    const name = `ada.${unique()}`;
    const [plain, tagged] = [await verified(), await verified()];
    for (const [{ id }, email] of [
      [plain, `${name}@example.com`],
      [tagged, `${name}+again@example.com`],
    ] as const)
      await query("test.email", "UPDATE account SET email = $2 WHERE id = $1", [id, email]);
    expect((await buy(plain)).body.purchase.trial).toBe(true);
    expect(await stateOf(tagged)).toBe("used");

    const owner = await signedUp();
    const groups = [await organization(owner), await organization(owner)];
    const keys = await Promise.all(groups.map((group) => keyOf(group, owner)));
    const asked = keys.map(({ key }) => call("POST", `/v1/skills/${slug}/purchase`, { key, body: { trial: true } }));
    expect(byStatus(await Promise.all(asked))).toEqual({ 200: 1, 400: 1 });
    expect(await stateOf(owner.person)).toBe("used");
  });

  test("twenty requests at once begin one trial", async () => {
    const buyer = await verified();
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(buyer)));
    expect(answers.filter(({ body }) => body.purchase.trial && !body.already_owned)).toHaveLength(1);
    expect(await available(buyer)).toBe(20);
    await expectSound();
  });

  test.each([
    [{ trial_days: -1 }, "trial_days"],
    [{ trial_days: 91 }, "trial_days"],
    [{ trial_days: 1.5 }, "trial_days"],
    [{ trial_days: 7, pricing_type: "usage", price_per_call: 1 }, "trial_days"],
  ])("a skill with %j is refused at %s", async (fields, param) => {
    const body = skillFields({ ...subscription(), ...fields });
    const { status, body: answer } = await call("POST", "/v1/developer/skills", { key: developer.key, body });
    expect([status, answer.error.param]).toEqual([400, param]);
  });

  test("there is none without days or a price, and a shorter one is no rise of the price", async () => {
    const buyer = await verified();
    const [plain, free] = [
      await liveSkill(developer, subscription()),
      await liveSkill(developer, subscription({ price: 0, trial_days: 7 })),
    ];
    expect((await buy(buyer, { trial: true }, plain.slug)).body.error.param).toBe("trial");
    expect((await buy(buyer, {}, free.slug)).body.purchase.trial).toBe(false);
    const { id } = await draftSkill(developer, subscription({ trial_days: 7 }));
    const change = (body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body });
    expect((await change({ trial_days: 2 })).body).toMatchObject({ trial_days: 2, price_change: null });
    expect((await change({ pricing_type: "usage", price_per_call: 1 })).body).toMatchObject({ trial_days: 0 });
  });

  test("a running trial can be ended by its developer's administrator without a refund, and its price stays", async () => {
    const buyer = await verified();
    const skill = await liveSkill(developer, subscription({ trial_days: 7 }));
    const { id } = (await buy(buyer, {}, skill.slug)).body.purchase;
    await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body: { price: 4 } });
    await ago(id, 7);
    await renewals.renewDue();
    expect(await available(buyer)).toBe(15);
    const [row] = await query<{ outcome: string; refunded: string }>(
      "test.refund",
      "SELECT outcome, refunded FROM purchase_refund($1, gen_random_uuid(), false, true, 'x')",
      [(await buy(await verified(), {}, slug)).body.purchase.id],
    );
    expect(row).toEqual({ outcome: "refunded", refunded: "0" });
    await expectSound();
  });
});
