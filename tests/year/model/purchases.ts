/** Subscriptions: buying, renewing, refunding. One purchase of a skill runs for a buyer at a time; a term is charged once. */

import { withholds } from "@/tests/year/model/allowed-skills";
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { askAboveOf, type Naming, requireApproved, spend } from "@/tests/year/model/approvals";
import { countCharge, coversRenewal, requireRoom, uncount } from "@/tests/year/model/budgets";
import { DAY, termEnd } from "@/tests/year/model/calendar";
import { admit, type Caller, isListed, requireAllowed } from "@/tests/year/model/callers";
import { balanceOf, receive, sell } from "@/tests/year/model/credits";
import { once } from "@/tests/year/model/idempotency";
import {
  type Door,
  emit,
  type Market,
  type Micros,
  notify,
  type Purchase,
  type Ref,
  the,
} from "@/tests/year/model/market";
import { trialOf } from "@/tests/year/model/trials";

/** Whether a purchase gives access now. */
export const runs = ({ status, endsAt }: Purchase, now: number) => status === "active" && endsAt > now;

/** The purchase of a skill that has not ended: it runs, or its period is over and nothing has renewed or ended it yet. */
export function activePurchase(market: Market, buyer: Ref, skill: Ref): Purchase | null {
  for (const purchase of market.purchases.values())
    if (purchase.buyer === buyer && purchase.skill === skill && purchase.status === "active") return purchase;
  return null;
}

/** One whose renewal was cancelled shows as ended when its period is over, also before the job has ended it. */
const shown = (purchase: Purchase, now: number): Body => ({
  price: purchase.price,
  status: purchase.status === "active" && !purchase.autoRenew && purchase.endsAt <= now ? "cancelled" : purchase.status,
  auto_renew: purchase.autoRenew,
  trial: purchase.term === 0,
  started_at: new Date(purchase.startedAt),
  current_period_end: new Date(purchase.endsAt),
});
const under = (name: string, body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([path, value]) => [`${name}.${path}`, value]));

export type Buying = Naming & {
  by: Ref;
  skill: Ref;
  as: Ref;
  maxPrice: string | null;
  autoRenew: boolean;
  code: string | null;
  idem: string | null;
  door?: Door;
};

/**
 * Buys a subscription. One that runs is answered as it is and nothing is charged. One whose period is over and that was not renewed
 * yet ends: the buyer starts anew. A promotion code lowers the price of every term. What begins with a trial must be agreed to as if
 * it were charged now.
 */
export function buy(market: Market, op: Buying, moment: Moment): Body {
  const caller = admit(market, op.by, { scope: "purchase", door: op.door }, moment.at);
  requireAllowed(caller, op.skill);
  const { idem, skill, maxPrice, autoRenew, code } = op;
  const request = ["purchase", skill, maxPrice, autoRenew, code];
  return once(market, caller.account.ref, { idem, request, now: moment.at }, () => buyOnce(market, caller, op, moment));
}

function buyOnce(market: Market, caller: Caller, op: Buying, moment: Moment): Body {
  const { account, key } = caller;
  const { at, endAt } = moment;
  const skill = market.skills.get(op.skill);
  if (!skill || !isListed(market, skill)) return refuse("not_found");
  if (skill.owner === account.ref) refuse("own_skill");
  const former = activePurchase(market, account.ref, skill.ref);
  if (former && former.endsAt > at)
    return { already_owned: true, ...under("purchase", shown(former, at)), ...balanceOf(account) };
  if (withholds(market, account, skill)) refuse("skill_not_allowed");
  if (skill.terms.pricing !== "subscription") refuse("not_purchasable");
  let price = skill.terms.price as Micros;
  const promotion = op.code === null ? null : usablePromotion(market, skill.ref, op.code);
  if (promotion) {
    const off = promotion.amount ?? (price * (promotion.percent ?? 0n)) / 100n;
    price = off > price ? 0n : price - off;
  } else if (op.code !== null) refuse("invalid_request");
  if (op.maxPrice !== null && price > BigInt(op.maxPrice)) refuse("price_changed", { price });
  const request = JSON.stringify([op.autoRenew, op.code]);
  const approval = requireApproved(market, caller, { ...op, kind: "purchase", request, skill, price }, moment);
  const triedBy = price > 0n ? trialOf(market, account, skill) : null;
  const trial = triedBy === null ? 0 : skill.terms.trialDays * DAY;
  const cost = trial > 0 ? 0n : price;
  if (cost > account.balance)
    refuse("insufficient_credits", {
      required: cost,
      available: account.balance,
      shortfall: cost - account.balance,
    });
  const charge = { account: account.ref, key, skill: skill.ref, amount: cost };
  requireRoom(market, charge, at);
  const counted = countCharge(market, charge, at);
  spend(approval, price);
  if (former) end(market, former, at);
  if (promotion) promotion.uses += 1;
  const interval = skill.terms.interval ?? "month";
  const fee = sell(market, account.ref, skill.owner, cost);
  const [anchorAt, term] = [endAt + trial, trial > 0 ? 0 : 1];
  const purchase: Purchase = {
    ref: op.as,
    buyer: account.ref,
    skill: skill.ref,
    seller: skill.owner,
    price,
    interval,
    status: "active",
    autoRenew: op.autoRenew,
    anchorAt,
    term,
    triedBy,
    startedAt: endAt,
    endsAt: termEnd(anchorAt, interval, term),
    key: key.ref,
    promotion: promotion?.ref ?? null,
    refunded: 0n,
    refundedAt: null,
    charges: cost > 0n ? new Map([[1, { chargedAt: endAt, fee }]]) : new Map(),
    counted,
  };
  market.purchases.set(op.as, purchase);
  tell(market, purchase, "purchase.created", at);
  return { ...under("purchase", shown(purchase, at)), ...balanceOf(account) };
}

/** Events of a purchase go to its buyer and its seller. */
function tell(market: Market, { buyer, seller }: Purchase, type: string, now: number): void {
  emit(market, buyer, type, now);
  emit(market, seller, type, now);
}

/** Ends a purchase whose period is over: one that should have renewed has lapsed. */
function end(market: Market, purchase: Purchase, now: number): void {
  giveBackCode(market, purchase);
  purchase.status = purchase.autoRenew ? "expired" : "cancelled";
  if (purchase.autoRenew) tell(market, purchase, "purchase.lapsed", now);
}

/** A trial that ends without a charge gives the use of its promotion code back. */
function giveBackCode(market: Market, { term, promotion: ref }: Purchase): void {
  const promotion = ref === null ? undefined : market.promotions.get(ref);
  if (promotion && term === 0) promotion.uses -= 1;
}

function usablePromotion(market: Market, skill: Ref, code: string) {
  return [...market.promotions.values()].find(
    (each) =>
      each.skill === skill &&
      each.code === code.toUpperCase() &&
      each.endedAt === null &&
      (each.maxUses === null || each.uses < each.maxUses),
  );
}

/**
 * Cancels or resumes a renewal. What runs stays active until its period ends; one that has ended can't be resumed. Whoever resumes it
 * pays for it: a limited key from its limit, any other caller from the account.
 */
export function setRenewal(market: Market, op: { by: Ref; purchase: Ref; autoRenew: boolean }, { at }: Moment): Body {
  const caller = admit(market, op.by, { scope: "purchase", permission: "renew" }, at);
  const purchase = market.purchases.get(op.purchase);
  if (purchase && purchase.buyer === caller.account.ref) {
    requireAllowed(caller, purchase.skill);
    const most = askAboveOf(caller);
    // It would be charged again and again, so it is confirmed on the website.
    if (op.autoRenew && !purchase.autoRenew && most !== null && purchase.price > most)
      refuse("confirmation_required", { price: purchase.price, ask_above: most });
  }
  if (!purchase || purchase.buyer !== caller.account.ref || purchase.status !== "active") return refuse("not_found");
  if (!purchase.autoRenew && purchase.endsAt <= at) refuse("not_found");
  if (op.autoRenew && (!purchase.autoRenew || caller.key.limit === null)) purchase.key = caller.key.ref;
  purchase.autoRenew = op.autoRenew;
  return shown(purchase, at);
}

/** The charge of a purchase's next term. */
const chargeOf = (market: Market, { buyer, key, skill, price }: Purchase) => ({
  account: buyer,
  key: key === null ? null : the(market.keys, key),
  skill,
  amount: price,
});

/** What the next term of a purchase whose period is over costs, or null when it would end instead. */
export function renewalPrice(market: Market, purchase: Purchase, now: number): Micros | null {
  const { status, endsAt, autoRenew, price } = purchase;
  const isDue = status === "active" && endsAt <= now && autoRenew;
  const skill = the(market.skills, purchase.skill);
  const buyer = the(market.accounts, purchase.buyer);
  if (!isDue || !isListed(market, skill) || skill.owner === buyer.ref || withholds(market, buyer, skill)) return null;
  const { balance, suspendedAt, closedAt } = buyer;
  if (suspendedAt !== null || closedAt !== null) return null;
  return balance >= price && coversRenewal(market, chargeOf(market, purchase), now) ? price : null;
}

/** Charges the current term of a purchase, for whoever owns the skill now; terms that were missed are not charged. */
export function renew(market: Market, purchase: Purchase, { at }: Moment): void {
  purchase.counted = countCharge(market, chargeOf(market, purchase), at);
  do purchase.term += 1;
  while (termEnd(purchase.anchorAt, purchase.interval, purchase.term) <= at);
  purchase.endsAt = termEnd(purchase.anchorAt, purchase.interval, purchase.term);
  purchase.seller = the(market.skills, purchase.skill).owner;
  const fee = sell(market, purchase.buyer, purchase.seller, purchase.price);
  if (purchase.price > 0n) purchase.charges.set(purchase.term, { chargedAt: at, fee });
  tell(market, purchase, "purchase.renewed", at);
}

/**
 * Renews or ends every purchase whose period is over. One whose renewal was cancelled is `cancelled`; one that can't renew is
 * `expired`, and its buyer is notified. The order among the due ones is free: `first` are those that were seen to renew.
 */
export function renewDue(market: Market, op: { first?: Ref[] }, moment: Moment): Body {
  const due = [...market.purchases.values()].filter(({ status, endsAt }) => status === "active" && endsAt <= moment.at);
  const isFirst = ({ ref }: Purchase) => (op.first ?? []).includes(ref);
  for (const purchase of [...due.filter(isFirst), ...due.filter((each) => !isFirst(each))]) {
    if (!purchase.autoRenew) end(market, purchase, moment.at);
    else if (renewalPrice(market, purchase, moment.at) !== null) renew(market, purchase, moment);
    else {
      end(market, purchase, moment.at);
      notify(market, purchase.buyer, "purchase_lapsed", purchase.ref);
    }
  }
  return {};
}

/** What the unused part of a running term is worth at a moment, rounded down. */
function unusedPart(purchase: Purchase, paid: Micros, now: number): Micros {
  const start = termEnd(purchase.anchorAt, purchase.interval, purchase.term - 1);
  const left = BigInt(Math.round(purchase.endsAt - Math.max(now, start)));
  const part = (paid * left) / BigInt(Math.round(purchase.endsAt - start));
  return part > paid ? paid : part;
}

/**
 * Gives the last term back, whole or its unused part, and ends the purchase. Debt is repaid first. The developer's earnings and the
 * fee give back their shares, the fee rounded down. Returns what was given back; null when there was nothing to give.
 */
export function refund(
  market: Market,
  purchase: Purchase,
  kind: "full" | "unused",
  moment: Moment,
  endsAnyway = false,
): Micros | null {
  const charge = purchase.charges.get(purchase.term);
  const paid = charge ? purchase.price : 0n;
  const isRunning = runs(purchase, moment.at);
  let amount = kind === "full" ? paid : 0n;
  if (kind === "unused" && isRunning) {
    const [most, least] = [unusedPart(purchase, paid, moment.at), unusedPart(purchase, paid, moment.endAt)];
    const seen = moment.refunded(purchase.ref) ?? most;
    if (seen > most + 1n || seen + 1n < least)
      throw new Error(`${seen} was given back of ${purchase.ref}, where ${least} to ${most} are unused`);
    amount = seen;
  }
  if (amount === 0n && !endsAnyway) return null;
  const feeBack = paid === 0n ? 0n : ((charge?.fee ?? 0n) * amount) / paid;
  uncount(market, purchase.counted, amount);
  receive(the(market.accounts, purchase.buyer), amount);
  the(market.accounts, purchase.seller).earnings -= amount - feeBack;
  market.fees -= feeBack;
  if (purchase.status === "active") {
    purchase.status = "cancelled";
    giveBackCode(market, purchase);
  }
  Object.assign(purchase, { refunded: amount, refundedAt: moment.at, autoRenew: false });
  purchase.endsAt = Math.min(purchase.endsAt, moment.at);
  notify(market, purchase.buyer, "purchase_refunded", purchase.ref);
  if (amount > 0n) tell(market, purchase, "purchase.refunded", moment.at);
  for (const request of market.requests.values())
    if (request.purchase === purchase.ref && ["open", "declined", "escalated"].includes(request.state))
      request.state = "refunded";
  return amount;
}

/** An administrator gives a buyer credits back and ends the purchase. */
export function refundByAdmin(
  market: Market,
  op: { by: Ref; purchase: Ref; kind: "full" | "unused" },
  moment: Moment,
): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, moment.at);
  const purchase = market.purchases.get(op.purchase);
  if (!purchase) return refuse("not_found");
  if (purchase.refundedAt !== null) refuse("already_refunded");
  const refunded = refund(market, purchase, op.kind, moment);
  return refunded === null ? refuse("nothing_to_refund") : { refunded };
}
