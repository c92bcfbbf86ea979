/** Subscriptions: buying them, and their ends. One purchase of a skill runs for a buyer at a time; a term is charged once. */

import { withholds } from "@/tests/year/model/allowed-skills";
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { askAboveOf, type Naming, requireApproved, spend } from "@/tests/year/model/approvals";
import { countCharge, requireRoom } from "@/tests/year/model/budgets";
import { DAY, termEnd } from "@/tests/year/model/calendar";
import { admit, type Caller, isListed, requireAllowed } from "@/tests/year/model/callers";
import { balanceOf, sell } from "@/tests/year/model/credits";
import { once } from "@/tests/year/model/idempotency";
import {
  type Chosen,
  type Door,
  emit,
  type Market,
  type Micros,
  type Purchase,
  type Ref,
  type Skill,
  the,
} from "@/tests/year/model/market";
import { planFor } from "@/tests/year/model/plans";
import { isNamed } from "@/tests/year/model/terms";
import { trialOf } from "@/tests/year/model/trials";

/** Whether a purchase gives access now. */
export const runs = ({ status, endsAt }: Purchase, now: number) => status === "active" && endsAt > now;

/** What the next term of a purchase costs: with another plan, what was agreed to when that was chosen. */
export const nextPriceOf = ({ price, next }: Purchase): Micros => next?.price ?? price;

/** The purchase of a skill that has not ended: it runs, or its period is over and nothing has renewed or ended it yet. */
export function activePurchase(market: Market, buyer: Ref, skill: Ref): Purchase | null {
  for (const purchase of market.purchases.values())
    if (purchase.buyer === buyer && purchase.skill === skill && purchase.status === "active") return purchase;
  return null;
}

/** One whose renewal was cancelled shows as ended when its period is over, also before the job has ended it. */
export const shown = (purchase: Purchase, now: number): Body => ({
  price: purchase.price,
  status: purchase.status === "active" && !purchase.autoRenew && purchase.endsAt <= now ? "cancelled" : purchase.status,
  auto_renew: purchase.autoRenew,
  trial: purchase.term === 0,
  started_at: new Date(purchase.startedAt),
  current_period_end: new Date(purchase.endsAt),
  plan: purchase.plan,
  included_calls: purchase.included?.what === "calls" ? purchase.included.count : null,
  price_beyond: purchase.included?.what === "calls" ? purchase.included.beyond : null,
  "included_units.length": purchase.included?.what === "pages" ? 1 : 0,
  "next_plan.name": purchase.next?.name ?? null,
  "next_plan.price": purchase.next?.price ?? null,
});
export const under = (name: string, body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([path, value]) => [`${name}.${path}`, value]));

export type Buying = Naming & {
  by: Ref;
  skill: Ref;
  as: Ref;
  maxPrice: string | null;
  autoRenew: boolean;
  code: string | null;
  /** The name of a plan; missing in histories of before there were any. */
  plan?: string | null;
  idem: string | null;
  door?: Door;
};

/**
 * Buys a subscription with one of its plans, the first by default. One that runs is answered as it is and nothing is charged, unless
 * another plan is named. One whose period is over and that was not renewed yet ends: the buyer starts anew. A promotion code lowers
 * the price of every term. What begins with a trial must be agreed to as if it were charged now.
 */
export function buy(market: Market, op: Buying, moment: Moment): Body {
  const caller = admit(market, op.by, { scope: "purchase", door: op.door }, moment.at);
  requireAllowed(caller, op.skill);
  const { idem, skill, maxPrice, autoRenew, code, plan = null } = op;
  const request = ["purchase", skill, maxPrice, autoRenew, code, plan];
  return once(market, caller.account.ref, { idem, request, now: moment.at }, () => buyOnce(market, caller, op, moment));
}

function buyOnce(market: Market, caller: Caller, op: Buying, moment: Moment): Body {
  const { account } = caller;
  const { at } = moment;
  const { code, plan: name = null } = op;
  const skill = market.skills.get(op.skill);
  if (!skill || !isListed(market, skill)) return refuse("not_found");
  if (skill.owner === account.ref) refuse("own_skill");
  const former = activePurchase(market, account.ref, skill.ref);
  if (former && former.endsAt > at) {
    if (name !== null && !isNamed(former.plan, name)) refuse("invalid_request");
    return { already_owned: true, ...under("purchase", shown(former, at)), ...balanceOf(account) };
  }
  if (withholds(market, account, skill)) refuse("skill_not_allowed");
  if (skill.terms.pricing !== "subscription") refuse("not_purchasable");
  const plan = planFor(market, account.ref, skill, name);
  if (!plan) return refuse("invalid_request");
  let price = plan.price;
  const promotion = code === null ? null : usablePromotion(market, skill.ref, code);
  if (promotion) {
    const off = promotion.amount ?? (price * (promotion.percent ?? 0n)) / 100n;
    price = off > price ? 0n : price - off;
  } else if (code !== null) refuse("invalid_request");
  const { maxPrice, autoRenew } = op;
  const request = JSON.stringify([autoRenew, code, ...(name === null ? [] : [name])]);
  const triedBy = () => (price > 0n ? trialOf(market, account, skill, plan.trialDays) : null);
  const bargain = { ...op, skill, plan, price, maxPrice, request, triedBy };
  const charged = agree(market, caller, bargain, moment);
  if (former) end(market, former, at);
  if (promotion) promotion.uses += 1;
  const made = { as: op.as, buyer: account.ref, skill: skill.ref, plan, price, key: caller.key.ref };
  const purchase = begin(market, { ...made, autoRenew, promotion: promotion?.ref ?? null, ...charged }, moment);
  return { ...under("purchase", shown(purchase, at)), ...balanceOf(account) };
}

type Bargain = Naming & {
  skill: Skill;
  price: Micros;
  maxPrice: string | null;
  request: string;
  /** The email that a trial counts for, if it begins with one. */
  triedBy: () => string | null;
  /** By what another plan's unused part gives back, which depends on the moment. */
  isPartlyPaid?: boolean;
};

/** What a price must pass before it is charged: the caller's maximum and approval, their credits and budgets. Counts the charge. */
export function agree(market: Market, caller: Caller, bargain: Bargain, moment: Moment) {
  const { account, key } = caller;
  const { skill, price, maxPrice } = bargain;
  if (maxPrice !== null && price > BigInt(maxPrice)) refuse("price_changed", { price });
  const approval = requireApproved(market, caller, { ...bargain, kind: "purchase" }, moment);
  const triedBy = bargain.triedBy();
  const cost = triedBy === null ? price : 0n;
  const { balance: available } = account;
  const short = { required: cost, available, shortfall: cost - available };
  if (cost > available) refuse("insufficient_credits", bargain.isPartlyPaid ? {} : short);
  const charge = { account: account.ref, key, skill: skill.ref, amount: cost };
  requireRoom(market, charge, moment.at);
  const counted = countCharge(market, charge, moment.at);
  spend(approval, price);
  return { counted, triedBy };
}

type Beginning = Pick<Purchase, "buyer" | "skill" | "price" | "key"> &
  Partial<Pick<Purchase, "autoRenew" | "counted" | "promotion" | "replaces" | "startedAt" | "triedBy">> & {
    as: Ref;
    plan: Chosen;
  };

/** Begins a purchase with a plan, and charges its first term, or begins its trial. */
export function begin(market: Market, beginning: Beginning, moment: Moment): Purchase {
  const { as, buyer, skill, price, plan, triedBy = null, startedAt = moment.endAt } = beginning;
  const { interval, included, name } = plan;
  const seller = the(market.skills, skill).owner;
  const [trial, term] = triedBy === null ? [0, 1] : [plan.trialDays * DAY, 0];
  const cost = term === 0 ? 0n : price;
  const fee = sell(market, buyer, seller, cost);
  const anchorAt = startedAt + trial;
  const purchase: Purchase = {
    ref: as,
    buyer,
    skill,
    seller,
    price,
    interval,
    status: "active",
    autoRenew: beginning.autoRenew ?? true,
    anchorAt,
    term,
    triedBy,
    startedAt,
    endsAt: termEnd(anchorAt, interval, term),
    key: beginning.key,
    promotion: beginning.promotion ?? null,
    plan: name,
    included,
    uses: new Map(),
    next: null,
    replaces: beginning.replaces ?? null,
    refunded: 0n,
    refundedAt: null,
    charges: cost > 0n ? new Map([[1, { chargedAt: moment.endAt, fee }]]) : new Map(),
    counted: beginning.counted ?? [],
  };
  market.purchases.set(as, purchase);
  tell(market, purchase, "purchase.created", moment.at);
  return purchase;
}

/** Events of a purchase go to its buyer and its seller. */
export function tell(market: Market, { buyer, seller }: Purchase, type: string, now: number): void {
  emit(market, buyer, type, now);
  emit(market, seller, type, now);
}

/** Ends a purchase that another one continues. */
export function retire(market: Market, purchase: Purchase): void {
  giveBackCode(market, purchase);
  purchase.status = "cancelled";
}

/** Ends a purchase whose period is over: one that should have renewed has lapsed. */
export function end(market: Market, purchase: Purchase, now: number): void {
  giveBackCode(market, purchase);
  purchase.status = purchase.autoRenew ? "expired" : "cancelled";
  if (purchase.autoRenew) tell(market, purchase, "purchase.lapsed", now);
}

/** A trial that ends without a charge gives the use of its promotion code back. */
export function giveBackCode(market: Market, { term, promotion: ref }: Purchase): void {
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
    const price = nextPriceOf(purchase);
    // It would be charged again and again, so it is confirmed on the website.
    if (op.autoRenew && !purchase.autoRenew && most !== null && price > most)
      refuse("confirmation_required", { price, ask_above: most });
  }
  if (!purchase || purchase.buyer !== caller.account.ref || purchase.status !== "active") return refuse("not_found");
  if (!purchase.autoRenew && purchase.endsAt <= at) refuse("not_found");
  if (op.autoRenew && (!purchase.autoRenew || caller.key.limit === null)) purchase.key = caller.key.ref;
  purchase.autoRenew = op.autoRenew;
  return shown(purchase, at);
}
