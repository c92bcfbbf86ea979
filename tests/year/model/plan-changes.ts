/**
 * Changes of plan. One whose term costs more begins now: the unused part of the running term is given back, the purchase ends, and
 * another begins, whose first term is charged in full. Any other begins when the running term ends.
 */
import { withholds } from "@/tests/year/model/allowed-skills";
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { askAboveOf, type Naming } from "@/tests/year/model/approvals";
import { withUncounted } from "@/tests/year/model/budgets";
import { admit, type Caller, isListed, requireAllowed } from "@/tests/year/model/callers";
import { balanceOf, least } from "@/tests/year/model/credits";
import { once } from "@/tests/year/model/idempotency";
import { type Chosen, type Door, type Market, type Purchase, type Ref, the } from "@/tests/year/model/market";
import { planFor } from "@/tests/year/model/plans";
import { agree, begin, nextPriceOf, retire, runs, shown, under } from "@/tests/year/model/purchases";
import { giveBack, seenOfUnused, unusedPart } from "@/tests/year/model/refunds";
import { DAYS_OF, isNamed } from "@/tests/year/model/terms";

type Applies = { applies: "now" | "later"; plan: Chosen } | { applies: "same"; plan: null };

/** Whether a plan costs more by its term, or else by the day and at least what is unused: a change pays nothing out. */
function isDearer({ interval, price }: Chosen, purchase: Purchase, now: number): boolean {
  const perDay = price * DAYS_OF[purchase.interval] > purchase.price * DAYS_OF[interval];
  return price > purchase.price || (price >= unusedPart(purchase, now) && perDay);
}

/** When a plan of that name would begin. Refuses what is over, what is no longer sold so, and while a refund is asked for. */
function whenBegins(market: Market, purchase: Purchase, name: string, now: number): Applies {
  const skill = the(market.skills, purchase.skill);
  if (!isListed(market, skill) || skill.terms.pricing !== "subscription") refuse("invalid_request");
  if (isNamed(purchase.plan, name)) return { applies: "same", plan: null };
  const plan = planFor(market, purchase.buyer, skill, name);
  const isAsked = [...market.requests.values()].some(
    (each) => each.purchase === purchase.ref && (each.state === "open" || each.state === "escalated"),
  );
  if (!plan || isAsked) return refuse("invalid_request");
  if (isDearer(plan, purchase, now)) return { applies: "now", plan };
  return purchase.autoRenew ? { applies: "later", plan } : refuse("invalid_request");
}

/** Whether a purchase has not ended, or a renewal may still save it. */
const lives = ({ status, endsAt, autoRenew }: Purchase, now: number) =>
  status === "active" && (autoRenew || endsAt > now);

/** The caller's own purchase; anything else is unknown. */
const ownPurchase = (market: Market, { account }: Caller, ref: Ref): Purchase => {
  const purchase = market.purchases.get(ref);
  return purchase?.buyer === account.ref ? purchase : refuse("not_found");
};

/** What another plan would cost, and when it would begin. Nothing is charged. */
export function quotePlan(
  market: Market,
  op: { by: Ref; purchase: Ref; plan: string; door?: Door },
  { at }: Moment,
): Body {
  const caller = admit(market, op.by, { door: op.door }, at);
  if (op.door === "mcp") requireAllowedFor(market, caller, op.purchase);
  const purchase = ownPurchase(market, caller, op.purchase);
  if (!lives(purchase, at)) refuse("invalid_request");
  const { applies, plan } = whenBegins(market, purchase, op.plan, at);
  return {
    applies,
    price: (plan ?? purchase).price,
    interval: (plan ?? purchase).interval,
    ...(applies !== "now" && { credit: 0n, charge: 0n }),
  };
}

/** Refuses a key that is limited to other skills than that of its account's purchase. */
function requireAllowedFor(market: Market, caller: Caller, ref: Ref): void {
  const purchase = market.purchases.get(ref);
  if (purchase?.buyer === caller.account.ref) requireAllowed(caller, purchase.skill);
}

export type PlanChange = Naming & {
  by: Ref;
  purchase: Ref;
  plan: string;
  as: Ref;
  maxPrice: string | null;
  idem: string | null;
  door?: Door;
};

/**
 * Gives a purchase another plan, once however often it is asked for. The plan that it has withdraws one that was chosen for later. A key
 * agrees to no dearer renewal than it may be charged without an approval, and one with a limit pays for it.
 */
export function changePlan(market: Market, op: PlanChange, moment: Moment): Body {
  const caller = admit(market, op.by, { scope: "purchase", door: op.door }, moment.at);
  requireAllowedFor(market, caller, op.purchase);
  const { idem, purchase, plan, maxPrice } = op;
  const request = ["plan", purchase, plan, maxPrice];
  return once(market, caller.account.ref, { idem, request, now: moment.at }, () => change(market, caller, op, moment));
}

function change(market: Market, caller: Caller, op: PlanChange, moment: Moment): Body {
  const purchase = ownPurchase(market, caller, op.purchase);
  if (!lives(purchase, moment.at)) return changedBefore(market, caller, op, moment);
  const { applies, plan } = whenBegins(market, purchase, op.plan, moment.at);
  if (applies === "now") return changeNow(market, caller, { op, purchase, plan }, moment);
  const { key, account } = caller;
  const answer = (outcome: string) => ({
    change: outcome,
    credit: 0n,
    ...under("purchase", shown(purchase, moment.at)),
    ...balanceOf(account),
  });
  if (applies === "same" && purchase.next === null) return answer("already");
  const price = (plan ?? purchase).price;
  if (op.maxPrice !== null && price > BigInt(op.maxPrice)) refuse("price_changed", { price });
  const most = askAboveOf(caller);
  if (most !== null && price > most) refuse("confirmation_required", { price, ask_above: most });
  if (key.limit !== null && price > nextPriceOf(purchase)) purchase.key = key.ref;
  purchase.next = plan && { ...plan, as: op.as };
  return answer(plan ? "scheduled" : "withdrawn");
}

/** What was changed to the same plan before is answered again. */
function changedBefore(market: Market, { account }: Caller, op: PlanChange, { at }: Moment): Body {
  const since = [...market.purchases.values()].find(({ replaces }) => replaces === op.purchase);
  if (!since || !isNamed(since.plan, op.plan) || since.plan === null) return refuse("invalid_request");
  return { change: "already", credit: 0n, ...under("purchase", shown(since, at)), ...balanceOf(account) };
}

type Now = { op: PlanChange; purchase: Purchase; plan: Chosen };

/** One transaction ends the old period and begins the new one; where that is refused, nothing happens. */
function changeNow(market: Market, caller: Caller, { op, purchase, plan }: Now, moment: Moment): Body {
  const { account, key } = caller;
  const skill = the(market.skills, purchase.skill);
  const isRunning = runs(purchase, moment.at);
  const credit = seenOfUnused(purchase, moment);
  if (skill.owner === account.ref) refuse("own_skill");
  if (withholds(market, account, skill)) refuse("skill_not_allowed");
  const request = JSON.stringify(["plan", purchase.ref, op.plan]);
  const bargain = { ...op, skill, price: plan.price, request, triedBy: () => null, isPartlyPaid: true };
  // What comes back pays a part of it, and leaves the budgets of its charge.
  const room = credit - least(account.debt, credit);
  const { counted } = withUncounted(market, purchase.counted, credit, () =>
    agree(market, { ...caller, account: { ...account, balance: account.balance + room } }, bargain, moment),
  );
  const { autoRenew } = purchase;
  purchase.counted = [];
  if (isRunning) {
    // The request for a refund that was declined has nothing to decide on any more.
    for (const each of market.requests.values())
      if (each.purchase === purchase.ref && each.state === "declined") each.state = "closed";
    giveBack(market, purchase, credit, moment);
  } else retire(market, purchase);
  const made = { as: op.as, buyer: account.ref, skill: skill.ref, plan, price: plan.price, key: key.ref };
  const begun = begin(market, { ...made, autoRenew, counted, replaces: purchase.ref }, moment);
  return { change: "changed", ...under("purchase", shown(begun, moment.at)), ...balanceOf(account), credit };
}
