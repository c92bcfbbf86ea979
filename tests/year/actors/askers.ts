/** Promotion codes, requests for refunds, and webhooks. */
import { upstreamUrl } from "@/tests/support/upstream";
import { actor, administrator, type Context, kind, pickFrom, pickRef, skill, someone } from "@/tests/year/actors/kinds";
import { idOf, type World } from "@/tests/year/actors/world";
import * as promotions from "@/tests/year/model/promotions";
import * as requests from "@/tests/year/model/refund-requests";
import * as webhooks from "@/tests/year/model/webhooks";

const reason = "A year of the market.";
const EVENTS = [
  "approval.requested",
  "approval.decided",
  "purchase.created",
  "purchase.renewed",
  "purchase.lapsed",
  "purchase.refunded",
  "call.failed",
  "review.received",
  "payout.sent",
  "payout.paid",
  "payout.failed",
  "topup.completed",
  "skill.approved",
  "skill.rejected",
  "skill.suspended",
];
const learn = ({ ids }: World, { as }: { as: string }, { body }: { body: { id: string } }) => ids.set(as, body.id);

function ofBuyer(context: Context): { by: string; purchase: string } | null {
  const purchase = pickRef(context, context.market.purchases);
  const buyer = purchase === null ? null : (context.market.purchases.get(purchase)?.buyer ?? null);
  const by = actor({ ...context, target: null }, buyer);
  return purchase && by ? { by, purchase } : null;
}

export const ASKERS = {
  create_promotion: kind<Parameters<typeof promotions.createPromotion>[1]>({
    weight: 0.8,
    make: (context) => {
      const { random, name } = context;
      const found = skill(context, ({ terms, live }) => live !== null && terms.pricing === "subscription");
      const by = found && actor({ ...context, target: null }, found.owner);
      if (!found || !by) return null;
      const isPercent = random.chance(0.6);
      const as = name("m");
      return {
        by,
        skill: found.ref,
        as,
        code: random.chance(0.95) ? `CODE-${as.toUpperCase()}` : "LAUNCH",
        percent: isPercent ? random.pick([1, 33, 50, 100]) : null,
        amount: isPercent ? null : String(BigInt(1 + random.below(40)) * 50_000n),
        maxUses: random.chance(0.5) ? 1 + random.below(3) : null,
      };
    },
    model: promotions.createPromotion,
    send: (world, { by, skill: ref, code, percent, amount, maxUses }) =>
      world.ask(by, "POST", `/v1/developer/skills/${idOf(world, ref)}/promotion-codes`, {
        body: {
          code,
          ...(percent !== null && { percent_off: percent }),
          ...(amount !== null && { amount_off: Number(amount) / 1e6 }),
          ...(maxUses !== null && { max_uses: maxUses }),
        },
      }),
    learn,
  }),
  end_promotion: kind<{ by: string; promotion: string; skill: string }>({
    weight: 0.2,
    make: (context) => {
      const { market } = context;
      const promotion = pickRef(context, market.promotions);
      const of = promotion === null ? undefined : market.promotions.get(promotion)?.skill;
      const by = of === undefined ? null : actor({ ...context, target: null }, market.skills.get(of)?.owner ?? null);
      return promotion && of && by ? { by, promotion, skill: of } : null;
    },
    model: promotions.endPromotion,
    send: (world, { by, promotion, skill: ref }) =>
      world.ask(by, "DELETE", `/v1/developer/skills/${idOf(world, ref)}/promotion-codes/${idOf(world, promotion)}`),
  }),
  request_refund: kind<{ by: string; purchase: string; as: string }>({
    weight: 1.2,
    make: (context) => {
      const found = ofBuyer(context);
      return found && { ...found, as: context.name("r") };
    },
    model: requests.requestRefund,
    send: (world, { by, purchase }) =>
      world.ask(by, "POST", `/v1/purchases/${idOf(world, purchase)}/refund-request`, { body: { reason } }),
    learn,
  }),
  answer_refund: kind<{ by: string; request: string; accepts: boolean }>({
    weight: 0.8,
    make: (context) => {
      const { market, random } = context;
      const request = pickRef(context, market.requests);
      const purchase = market.purchases.get(market.requests.get(request ?? "")?.purchase ?? "");
      const by = purchase ? actor({ ...context, target: null }, purchase.seller) : null;
      return request && by ? { by, request, accepts: random.chance(0.4) } : null;
    },
    model: requests.answerRefund,
    send: (world, { by, request, accepts }) =>
      world.ask(by, "POST", `/v1/developer/refund-requests/${idOf(world, request)}/decision`, {
        body: { decision: accepts ? "accept" : "decline", reason },
      }),
  }),
  escalate_refund: kind<{ by: string; purchase: string }>({
    weight: 0.5,
    make: (context) => {
      const { market, target } = context;
      const asked = pickFrom(context, market.requests.values())?.purchase ?? null;
      return ofBuyer({
        ...context,
        target: target !== null && market.purchases.has(target) ? target : asked,
      });
    },
    model: requests.escalateRefund,
    send: (world, { by, purchase }) =>
      world.ask(by, "POST", `/v1/purchases/${idOf(world, purchase)}/refund-request/escalation`),
  }),
  decide_refund: kind<Parameters<typeof requests.decideRefund>[1]>({
    weight: 0.5,
    refunds: true,
    make: (context) => {
      const request = pickRef(context, context.market.requests);
      const by = actor({ ...context, target: null }, administrator(context));
      return request && by
        ? { by, request, decision: context.random.pick(["refund", "refund_unused", "reject"]) }
        : null;
    },
    model: requests.decideRefund,
    send: (world, { by, request, decision }) =>
      world.ask(by, "POST", `/v1/admin/refund-requests/${idOf(world, request)}/decision`, {
        body: { decision, note: reason },
      }),
  }),
  create_webhook: kind<{ by: string; as: string; events: string[] }>({
    weight: 0.6,
    make: (context) => {
      const by = actor(context, someone(context));
      const { random } = context;
      const events = random.chance(0.4) ? [] : EVENTS.filter(() => random.chance(0.4));
      return by === null ? null : { by, as: context.name("w"), events };
    },
    model: webhooks.createWebhook,
    send: (world, { by, as, events }) =>
      world.ask(by, "POST", "/v1/webhooks", {
        body: { url: upstreamUrl(`${as}/hook`), events },
      }),
    learn,
  }),
  set_webhook_active: kind<{ by: string; webhook: string; isActive: boolean }>({
    weight: 0.2,
    make: (context) => {
      const { market, random } = context;
      const webhook = pickRef(context, market.webhooks);
      const by = webhook && actor({ ...context, target: null }, market.webhooks.get(webhook)?.account ?? null);
      return webhook && by ? { by, webhook, isActive: random.chance(0.6) } : null;
    },
    model: webhooks.setWebhookActive,
    send: (world, { by, webhook, isActive }) =>
      world.ask(by, "PATCH", `/v1/webhooks/${idOf(world, webhook)}`, { body: { active: isActive } }),
  }),
  delete_webhook: kind<{ by: string; webhook: string }>({
    weight: 0.1,
    make: (context) => {
      const { market } = context;
      const webhook = pickRef(context, market.webhooks);
      const by = webhook && actor({ ...context, target: null }, market.webhooks.get(webhook)?.account ?? null);
      return webhook && by ? { by, webhook } : null;
    },
    model: webhooks.deleteWebhook,
    send: (world, { by, webhook }) => world.ask(by, "DELETE", `/v1/webhooks/${idOf(world, webhook)}`),
  }),
};
