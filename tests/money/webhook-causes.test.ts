import { afterAll, beforeAll, expect, test } from "vitest";
import { announceEnded } from "@/lib/demand/execution/runs";
import * as renewals from "@/lib/demand/purchases/renewals";
import { deliverDue } from "@/lib/interfaces/webhooks/deliveries";
import { EVENT_TYPES, EVENTS, type EventType } from "@/lib/interfaces/webhooks/event-types";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { change, openCardFixture } from "@/tests/support/card-fixture";
import { personWith, run, subscription } from "@/tests/support/money";
import { advance, earner, payOut, tell } from "@/tests/support/payouts";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";
import { webhook } from "@/tests/support/webhooks";

let at: Awaited<ReturnType<typeof openCardFixture>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let admin: Person;
beforeAll(async () => {
  upstream = await startUpstream({ hook: (_, response) => response.end() });
  [at, admin] = await Promise.all([openCardFixture(), administrator()]);
});
afterAll(() => Promise.all([at.close(), upstream.close()]));

const asAdmin = async (method: string, path: string, body: object) =>
  expect((await call(method, path, { key: admin.key, body })).status).toBe(200);
const decide = (skillId: string, action: string) =>
  asAdmin("PATCH", "/v1/admin/skills", { skill_id: skillId, action, reason: "We looked at it." });

/** Somebody who has bought a subscription of 5 credits, with so many credits left. */
async function buyer(left: number) {
  const [someone, skill] = [await personWith(5 + left), await liveSkill(await person(), subscription())];
  const { body } = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: someone.key, body: {} });
  const purchaseId = (body.purchase as { id: string }).id;
  const endPeriod = () =>
    query(
      "test.end",
      `UPDATE purchase SET started_at = started_at - interval '32 days', anchor_at = anchor_at - interval '32 days',
         current_period_end = current_period_end - interval '32 days' WHERE buyer_id = $1`,
      [someone.id],
    );
  return { someone, skill, purchaseId, endPeriod };
}

/** A developer with a payout that the bank has had, and its outcome. */
async function payout(outcome: "arrive" | "fail") {
  const developer = await earner(100, at);
  const cause = async () => {
    await payOut(developer);
    const bank = at.books.bankPayouts.at(-1);
    if (bank) at.sandbox.connect.settle(bank, outcome);
    await tell(developer, at, outcome === "arrive" ? "payout.paid" : "payout.failed");
    await advance(developer);
  };
  return { who: developer, cause };
}

/** A run that answers later, of a skill whose endpoint behaves so. */
async function asynchronous(behaviour: string) {
  const [someone, skill] = [
    await personWith(5),
    await liveSkill(await person(), { api_endpoint: upstreamUrl(behaviour) }),
  ];
  const cause = async () => {
    const { body } = await run(someone.key, skill.slug, {}, { prefer: "respond-async" });
    const state = async () => (await call("GET", `/v1/runs/${body.id}`, { key: someone.key })).body.state;
    await expect.poll(state).toMatch(/succeeded|failed/);
    await announceEnded();
  };
  return { who: someone, cause };
}

/** A charge that needs an approval, and its request. */
async function asking() {
  const [who, { slug }] = [await personWith(10), await liveSkill(await person(), { price_per_call: 2 })];
  const { body } = await call("POST", "/v1/keys", { key: who.key, body: { name: "agent", ask_above: 1 } });
  return { who, ask: () => run(String(body.api_key), slug) };
}

type Cause = () => Promise<{ who: Person; cause: () => Promise<unknown> }>;
const CAUSES: Record<EventType, Cause> = {
  "skill.approved": async () => {
    const who = await person();
    const { id } = await draftSkill(who, { submit: true });
    return { who, cause: () => decide(id, "approve") };
  },
  "skill.rejected": async () => {
    const who = await person();
    const { id } = await draftSkill(who, { submit: true });
    return { who, cause: () => decide(id, "reject") };
  },
  "skill.suspended": async () => {
    const who = await person();
    const { id } = await liveSkill(who);
    const reason = { reason: "It sells keys." };
    return { who, cause: () => asAdmin("POST", `/v1/admin/skills/${id}/suspend`, reason) };
  },
  "skill.advisory": async () => {
    const { someone, skill } = await buyer(0);
    const found = { severity: "high", summary: "It reads keys.", action: "Update it." };
    return { who: someone, cause: () => asAdmin("POST", `/v1/admin/skills/${skill.id}/advisories`, found) };
  },
  "purchase.created": async () => {
    const [who, { slug }] = [await personWith(5), await liveSkill(await person(), subscription())];
    return { who, cause: () => call("POST", `/v1/skills/${slug}/purchase`, { key: who.key, body: {} }) };
  },
  "purchase.renewed": async () => {
    const { someone, endPeriod } = await buyer(5);
    await endPeriod();
    return { who: someone, cause: renewals.renewDue };
  },
  "purchase.lapsed": async () => {
    const { someone, endPeriod } = await buyer(1);
    await endPeriod();
    return { who: someone, cause: renewals.renewDue };
  },
  "purchase.refunded": async () => {
    const { someone, purchaseId } = await buyer(0);
    const body = { refund: "full", reason: "It stopped working." };
    return { who: someone, cause: () => asAdmin("POST", `/v1/admin/purchases/${purchaseId}/refund`, body) };
  },
  "call.failed": async () => {
    const [who, caller] = [await person(), await personWith(1)];
    const { slug } = await liveSkill(who, { api_endpoint: upstreamUrl("5xx") });
    return { who, cause: () => run(caller.key, slug) };
  },
  "run.succeeded": () => asynchronous("ok"),
  "run.failed": () => asynchronous("5xx"),
  "approval.requested": async () => {
    const { who, ask } = await asking();
    return { who, cause: ask };
  },
  "approval.decided": async () => {
    const { who, ask } = await asking();
    const { id } = (await ask()).body.error.details.approval as { id: string };
    const visitor = await signedIn(who);
    const body = { decision: "refuse", reason: "Too expensive" };
    return { who, cause: () => visitor.api("POST", `/v1/approvals/${id}/decision`, { body }) };
  },
  "balance.low": async () => {
    const [who, { slug }] = [await at.owner(), await liveSkill(await person(), { price_per_call: 3 })];
    await change(who, { low_balance_threshold: 8 });
    await run(who.key, slug);
    return { who, cause: automatic.notifyLowBalances };
  },
  "topup.completed": async () => {
    const who = await person();
    const cause = async () => {
      const { body } = await call("POST", "/v1/credits/topup", { key: who.key, body: { amount: 10 } });
      const session = at.books.sessions.find(({ id }) => id === body.session_id);
      if (session) at.sandbox.act(session, "pay");
      await at.deliver(3);
    };
    return { who, cause };
  },
  "payout.sent": async () => {
    const who = await earner(100, at);
    return { who, cause: () => payOut(who) };
  },
  "payout.paid": () => payout("arrive"),
  "payout.failed": () => payout("fail"),
  "review.received": async () => {
    const [who, caller] = [await person(), await personWith(5)];
    const { slug } = await liveSkill(who, subscription());
    await call("POST", `/v1/skills/${slug}/purchase`, { key: caller.key, body: {} });
    const body = { rating: 4, text: "Good." };
    return { who, cause: () => call("PUT", `/v1/skills/${slug}/reviews`, { key: caller.key, body }) };
  },
  "webhook.test": async () => {
    const who = await person();
    return { who, cause: async () => undefined };
  },
};

test.each(EVENT_TYPES)("%s is posted to the endpoint that wants it, in the form that is documented", async (type) => {
  const { who, cause } = await CAUSES[type]();
  const { id } = await webhook(who, { events: [type] });
  await cause();
  if (type === "webhook.test") await call("POST", `/v1/webhooks/${id}/test`, { key: who.key });
  await deliverDue();
  const posted = upstream.received.filter(({ path }) => path === "/hook").map(({ body }) => JSON.parse(body));
  const ofType = posted.filter((event) => event.type === type);
  expect(ofType).toHaveLength(1);
  expect(EVENTS[type].data.strict().safeParse(ofType[0].data).error?.issues ?? []).toEqual([]);
});
