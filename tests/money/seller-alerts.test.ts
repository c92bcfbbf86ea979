import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alertSellers } from "@/lib/demand/analytics/seller-alerts";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { approve, draftSkill, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let buyer: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  buyer = await personWith(500);
});
afterAll(() => upstream.close());

const answerWith = (skill: TestSkill, behaviour: string) =>
  prisma().listing.update({ where: { skillId: skill.id }, data: { apiEndpoint: upstreamUrl(behaviour) } });
const notices = (someone: Person) =>
  prisma().notification.findMany({
    where: { accountId: someone.id, kind: { notIn: ["skill_approved", "security_key"] } },
    orderBy: { kind: "asc" },
  });
const kinds = async (someone: Person) => (await notices(someone)).map(({ kind }) => kind);

async function called(skill: TestSkill, times: number, key = buyer.key): Promise<void> {
  for (let at = 0; at < times; at++) await run(key, skill.slug);
}

async function mute(someone: Person, muted: string[]) {
  const visitor = new Visitor();
  await visitor.signIn(someone.email);
  return visitor.api("PATCH", "/v1/account", { body: { muted_notifications: muted } });
}

describe("developers are alerted", () => {
  test("once a day when half of the calls by others fail; refused parameters and own calls do not count", async () => {
    const seller = await person();
    const skill = await liveSkill(seller, { price_per_call: 0, free_calls: 0 });
    await called(skill, 5);
    await answerWith(skill, "4xx");
    await called(skill, 6);
    await answerWith(skill, "5xx");
    await called(skill, 6, seller.key);
    await called(skill, 4);
    await alertSellers();
    expect(await kinds(seller)).toEqual([]);
    await called(skill, 1);
    await Promise.all([alertSellers(), alertSellers()]);
    await alertSellers();
    const [notice, ...others] = await notices(seller);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: "endpoint_failing",
      data: { calls: 10, failures: 5 },
      readAt: null,
    });
    const { body } = await call("GET", "/v1/notifications?limit=1", { key: seller.key });
    expect(body.data[0]).toMatchObject({
      text: "5 of its 10 calls in the last 15 minutes failed. Failed calls are not charged.",
      path: `/console/${skill.id}/calls?status=failed`,
    });
  });

  test("when half of the calls take 10 seconds", async () => {
    const seller = await person();
    const skill = await liveSkill(seller, { price_per_call: 0, free_calls: 0 });
    await called(skill, 10);
    await alertSellers();
    expect(await kinds(seller)).toEqual([]);
    await query("test.slow", "UPDATE usage_record SET duration_ms = 12000 WHERE skill_id = $1", [skill.id]);
    await alertSellers();
    expect(await kinds(seller)).toEqual(["endpoint_slow"]);
  });

  test("of the first sale, by a call or a subscription, once; a free call is none", async () => {
    const [byCall, byTerm] = [await person(), await person()];
    const metered = await liveSkill(byCall, { price_per_call: 0.1, free_calls: 1 });
    const daily = await liveSkill(byTerm, subscription({ price: 1 }));
    await called(metered, 1);
    await alertSellers();
    expect([await kinds(byCall), await kinds(byTerm)]).toEqual([[], []]);
    await called(metered, 2);
    expect((await call("POST", `/v1/skills/${daily.slug}/purchase`, { key: buyer.key })).status).toBe(200);
    await alertSellers();
    await alertSellers();
    expect([await kinds(byCall), await kinds(byTerm)]).toEqual([["first_sale"], ["first_sale"]]);
  });

  test("of a new review, and not again when it is changed", async () => {
    const seller = await person();
    const skill = await liveSkill(seller, { price_per_call: 0.1, free_calls: 0 });
    await called(skill, 3);
    for (const rating of [4, 2]) {
      const body = { rating, text: "Does what it says." };
      const path = `/v1/skills/${skill.slug}/reviews`;
      expect((await call("PUT", path, { key: buyer.key, body })).status).toBe(200);
    }
    expect(await notices(seller)).toMatchObject([{ kind: "new_review", data: { rating: 4, skillId: skill.id } }]);
  });
});

describe("a kind that is switched off", () => {
  test("arrives as read and is not mailed; others are", async () => {
    const seller = await person();
    const { status, body } = await mute(seller, ["skill_approved", "new_review"]);
    expect([status, body.muted_notifications]).toEqual([200, ["skill_approved", "new_review"]]);
    const skill = await draftSkill(seller, { submit: true, price_per_call: 0.1, free_calls: 0 });
    await approve(skill.id);
    await called(skill, 1);
    await alertSellers();
    const rows = await prisma().notification.findMany({
      where: { accountId: seller.id, kind: { in: ["skill_approved", "first_sale"] } },
      orderBy: { kind: "asc" },
    });
    expect(rows.map(({ kind, readAt, mailDueAt }) => [kind, readAt !== null, mailDueAt !== null])).toEqual([
      ["first_sale", false, true],
      ["skill_approved", true, false],
    ]);
  });

  test("is one of those about skills, named once, and set in a session", async () => {
    const seller = await person();
    for (const muted of [["security_key"], ["new_review", "new_review"]])
      expect((await mute(seller, muted)).status).toBe(400);
    const byKey = await call("PATCH", "/v1/account", {
      key: seller.key,
      body: { muted_notifications: ["new_review"] },
    });
    expect([byKey.status, byKey.body.error.code]).toEqual([403, "session_required"]);
  });
});
