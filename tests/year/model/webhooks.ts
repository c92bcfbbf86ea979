/** Webhooks: an account's own endpoints hear of its own events. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit } from "@/tests/year/model/callers";
import type { Market, Ref } from "@/tests/year/model/market";

const MAX_ENDPOINTS = 10;

/** Adds an endpoint. It outlives the key that made it. */
export function createWebhook(market: Market, op: { by: Ref; as: Ref; events: string[] }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "publish" }, at);
  const own = [...market.webhooks.values()].filter((each) => each.account === account.ref);
  if (own.length >= MAX_ENDPOINTS) refuse("invalid_request");
  market.webhooks.set(op.as, {
    ref: op.as,
    account: account.ref,
    events: op.events,
    isActive: true,
    sent: [],
  });
  return { events: op.events, active: true };
}

/** Switches an endpoint off or on; what happens while it is off is not sent later. */
export function setWebhookActive(
  market: Market,
  op: { by: Ref; webhook: Ref; isActive: boolean },
  { at }: Moment,
): Body {
  const webhook = ownWebhook(market, op.by, op.webhook, at);
  webhook.isActive = op.isActive;
  return { active: op.isActive };
}

/** Deletes an endpoint. */
export function deleteWebhook(market: Market, op: { by: Ref; webhook: Ref }, { at }: Moment): Body {
  market.webhooks.delete(ownWebhook(market, op.by, op.webhook, at).ref);
  return {};
}

function ownWebhook(market: Market, by: Ref, ref: Ref, now: number) {
  const { account } = admit(market, by, { scope: "publish" }, now);
  const webhook = market.webhooks.get(ref);
  return webhook && webhook.account === account.ref ? webhook : refuse("not_found");
}
