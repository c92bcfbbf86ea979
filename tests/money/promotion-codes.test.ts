import { describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, concurrently, personWith, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";

const codesOf = (id: string) => `/v1/developer/skills/${id}/promotion-codes`;
const make = (developer: Person, skill: TestSkill, body: object) =>
  call("POST", codesOf(skill.id), { key: developer.key, body });
const buy = (buyer: Person, skill: TestSkill, code?: string, more: object = {}) =>
  call("POST", `/v1/skills/${skill.slug}/purchase`, {
    key: buyer.key,
    body: { ...(code && { promotion_code: code }), ...more },
  });
const quote = (buyer: Person, skill: TestSkill, code: string) =>
  call("GET", `/v1/skills/${skill.slug}/promotion-codes/${code}`, { key: buyer.key });
const usesOf = async (skill: TestSkill) =>
  (await prisma().promotionCode.findMany({ where: { skillId: skill.id } })).map(({ uses }) => uses);

async function sold(code: object) {
  const developer = await person();
  const skill = await liveSkill(developer, subscription());
  const made = await make(developer, skill, code);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { developer, skill, made: made.body };
}

describe("promotion codes", () => {
  test("a code lowers the price that is charged; the fee is of what was paid, the rest is the developer's", async () => {
    const { skill } = await sold({ code: "launch20", percent_off: 20 });
    const buyer = await personWith(10);
    expect((await quote(buyer, skill, "Launch20")).body).toEqual({
      code: "LAUNCH20",
      price: 4,
      full_price: 5,
    });
    const { status, body } = await buy(buyer, skill, "launch20", { max_price: 4 });
    expect([status, body.purchase]).toMatchObject([200, { price: 4, status: "active" }]);
    expect(await available(buyer)).toBe(6);
    const entries = await query<{ account: string; amount: string }>(
      "test.entries",
      "SELECT account, amount_micros AS amount FROM ledger_entry WHERE transaction_id = (SELECT id FROM ledger_transaction WHERE subject = $1) ORDER BY account",
      [skill.slug],
    );
    expect(entries).toEqual([
      { account: "earnings", amount: "3400000" },
      { account: "fees", amount: "600000" },
      { account: "wallet", amount: "-4000000" },
    ]);
    expect(await usesOf(skill)).toEqual([1]);
  });

  test("an amount is taken off, and a price never falls below nothing", async () => {
    const { skill, developer } = await sold({ code: "TWO", amount_off: 2 });
    await make(developer, skill, { code: "NINE", amount_off: 9 });
    const [one, other] = [await personWith(10), await person()];
    expect((await buy(one, skill, "TWO")).body.purchase).toMatchObject({ price: 3 });
    expect((await buy(other, skill, "NINE")).body.purchase).toMatchObject({ price: 0 });
  });

  test("the lower price holds when the purchase renews, also after the code has ended", async () => {
    const { skill, developer, made } = await sold({ code: "KEEP", percent_off: 50 });
    const buyer = await personWith(10);
    const { body } = await buy(buyer, skill, "KEEP");
    await call("DELETE", `${codesOf(skill.id)}/${made.id}`, { key: developer.key });
    expect(body.purchase).toMatchObject({ price: 2.5 });
    await query(
      "test.due",
      `UPDATE purchase SET started_at = started_at - interval '2 months', anchor_at = anchor_at - interval '2 months',
         current_period_end = current_period_end - interval '2 months' WHERE buyer_id = $1`,
      [buyer.id],
    );
    await renewals.renewDue();
    expect(await available(buyer)).toBe(5);
  });

  test("twenty buyers at once get the last two uses twice", async () => {
    const { skill } = await sold({ code: "FEW", percent_off: 10, max_uses: 2 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => personWith(10)));
    const answers = await Promise.all(buyers.map((buyer) => buy(buyer, skill, "FEW")));
    expect(byStatus(answers)).toEqual({ 200: 2, 400: 18 });
    expect(await usesOf(skill)).toEqual([2]);
    expect((await buy(await personWith(10), skill)).body.purchase).toMatchObject({ price: 5 });
  });

  test("a purchase that fails or is there already uses no code", async () => {
    const { skill } = await sold({ code: "ONCE", percent_off: 10, max_uses: 1 });
    const buyer = await personWith(4);
    expect((await buy(buyer, skill, "ONCE")).body.error.details).toMatchObject({ required: 4.5 });
    const rich = await personWith(20);
    expect((await buy(rich, skill, "ONCE", { max_price: 4 })).body.error.code).toBe("price_changed");
    await buy(rich, skill);
    expect((await buy(rich, skill, "ONCE")).body).toMatchObject({ already_owned: true });
    expect(await usesOf(skill)).toEqual([0]);
  });

  test("an unknown, expired, ended or used up code is one answer, and nothing is charged", async () => {
    const { skill, developer, made } = await sold({ code: "GONE", percent_off: 10 });
    await make(developer, skill, { code: "LATE", percent_off: 10, ends_at: "2999-01-01T00:00:00Z" });
    await prisma().promotionCode.updateMany({
      where: { skillId: skill.id, code: "LATE" },
      data: { endsAt: new Date(Date.now() - 1000) },
    });
    await call("DELETE", `${codesOf(skill.id)}/${made.id}`, { key: developer.key });
    const elsewhere = await sold({ code: "OTHER", percent_off: 10 });
    const buyer = await personWith(10);
    const answers = [];
    for (const code of ["GONE", "LATE", "OTHER", "UNKNOWN"]) {
      answers.push(await buy(buyer, skill, code), await quote(buyer, skill, code));
    }
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.message}`)).size).toBe(1);
    expect(byStatus(answers)).toEqual({ 400: 8 });
    expect(await available(buyer)).toBe(10);
    expect(await usesOf(elsewhere.skill)).toEqual([0]);
    const { body } = await call("GET", codesOf(skill.id), { key: developer.key });
    expect(body.data.map(({ code, state }) => [code, state])).toEqual([
      ["LATE", "expired"],
      ["GONE", "ended"],
    ]);
  });

  test("codes are made by the skill's developer, once each, and say what they take off", async () => {
    const { skill, developer, made } = await sold({ code: "MINE", percent_off: 10, max_uses: 5 });
    expect(made).toMatchObject({ code: "MINE", percent_off: 10, amount_off: null, uses: 0, state: "active" });
    expect((await make(developer, skill, { code: "mine", percent_off: 10 })).body.error.param).toBe("code");
    for (const body of [
      { code: "BOTH", percent_off: 10, amount_off: 1 },
      { code: "NONE" },
      { code: "HIGH", percent_off: 101 },
      { code: "ZERO", amount_off: 0 },
      { code: "PAST", percent_off: 5, ends_at: "2001-01-01T00:00:00Z" },
      { code: "a b", percent_off: 5 },
    ])
      expect((await make(developer, skill, body)).status).toBe(400);
    const other = await person();
    expect((await make(other, skill, { code: "NOT", percent_off: 5 })).status).toBe(404);
    expect((await call("GET", codesOf(skill.id), { key: other.key })).status).toBe(404);
    const ended = await call("DELETE", `${codesOf(skill.id)}/${made.id}`, { key: other.key });
    expect(ended.status).toBe(404);
  });

  test("none is made for a skill that is paid per call", async () => {
    const developer = await person();
    const perCall = await liveSkill(developer);
    const { status, body } = await make(developer, perCall, { code: "launch20", percent_off: 20 });
    expect([status, body.error.param]).toEqual([400, "code"]);
    expect(body.error.message).toContain("give free calls instead");
    expect(await usesOf(perCall)).toEqual([]);
  });

  test("two requests at once make one code", async () => {
    const developer = await person();
    const skill = await liveSkill(developer, subscription());
    const answers = await concurrently(5, 5, () => make(developer, skill, { code: "SAME", percent_off: 5 }));
    expect(byStatus(answers)).toEqual({ 200: 1, 400: 4 });
  });
});
