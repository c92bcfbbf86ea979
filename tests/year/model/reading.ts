/** What people read of their own: balance, keys, purchases, notices, and what they may use. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit } from "@/tests/year/model/callers";
import { type Ground, type Quote, quote } from "@/tests/year/model/calls";
import { isReached } from "@/tests/year/model/keys";
import { type Door, type Market, type Ref, type Skill, the } from "@/tests/year/model/market";
import { ratingOf } from "@/tests/year/model/opinions";
import { leftOf, usedOf } from "@/tests/year/model/plans";
import { activePurchase } from "@/tests/year/model/purchases";
import { isPriced, plansOf } from "@/tests/year/model/terms";

export type What =
  | "approvals"
  | "balance"
  | "budgets"
  | "keys"
  | "orders"
  | "payouts"
  | "purchases"
  | "refund_requests"
  | "reports"
  | "skills"
  | "usage"
  | "webhooks";

/** Reads the balance, or one of the lists of what is the caller's. Keys that are revoked are not listed. */
export function read(market: Market, op: { by: Ref; what: What; door?: Door }, { at }: Moment): Body {
  const caller = admit(market, op.by, { door: op.door }, at);
  const { account, key } = caller;
  const { what } = op;
  if (what === "balance") return { balance: account.balance, held: 0n, available: account.balance };
  if (what === "budgets") return { total: budgetsOf(market, account.ref) };
  if (what === "usage") return { total: account.calls.succeeded + account.calls.failed };
  const own = {
    // A key learns of what it asked for itself.
    approvals: [...market.approvals.values()].filter(
      (each) => each.key === key.ref && each.state === "pending" && each.expiresAt > at,
    ),
    keys: [...market.keys.values()].filter((each) => isReached(caller, each)),
    orders: [...market.orders.values()].filter((each) => each.account === account.ref),
    payouts: [...market.payouts.values()].filter((each) => each.account === account.ref),
    refund_requests: [...market.requests.values()].filter(
      ({ purchase }) => the(market.purchases, purchase).seller === account.ref,
    ),
    reports: [...market.reports.values()].filter(({ reporter }) => reporter === account.ref),
    purchases: [...market.purchases.values()].filter(({ buyer }) => buyer === account.ref),
    skills: [...market.skills.values()].filter(({ owner }) => owner === account.ref),
    webhooks: [...market.webhooks.values()].filter((each) => each.account === account.ref),
  };
  return { total: own[what].length };
}

/** Budgets of an account and of skills, and the limits of keys that are not revoked. */
function budgetsOf(market: Market, account: Ref): number {
  const limited = [...market.keys.values()].filter(
    ({ owner, limit, revokedAt }) => owner === account && limit !== null && revokedAt === null,
  );
  return limited.length + [...market.budgets.values()].filter((each) => each.account === account).length;
}

/** Reads a skill: what the caller may do with it, on what ground and at what price. */
export function readSkill(market: Market, op: { by: Ref; skill: Ref; door?: Door }, { at }: Moment): Body {
  const caller = admit(market, op.by, { door: op.door }, at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  const quoted = quote(market, caller, skill, at);
  const { ground, price, most } = quoted;
  const rating = ratingOf(market, skill.ref);
  const isFree = ground === "pay_per_call" && price === 0n && !skill.terms.unit;
  const names: Partial<Record<Ground, string>> = { free_call: "free_calls", withheld: "not_allowed" };
  return {
    "access.reason": isFree ? "free" : (names[ground] ?? ground),
    "access.owned": ground === "owner" || ground === "purchase" || ground === "used_up",
    "access.max_cost": ["none", "withheld", "used_up"].includes(ground) ? null : most,
    ...(["purchase", "used_up"].includes(ground) && leftIn(market, quoted, { buyer: caller.account.ref, skill })),
    "rating.count": rating.count,
    pricing_type: skill.terms.pricing,
    "plans.length": skill.terms.pricing === "subscription" && isPriced(skill.terms) ? plansOf(skill.terms).length : 0,
    ...announced(skill),
  };
}

/** What is left of the calls and pages that a plan includes: all of them, where the use begins a term. */
function leftIn(market: Market, { due }: Quote, { buyer, skill }: { buyer: Ref; skill: Skill }): Body {
  const purchase = activePurchase(market, buyer, skill.ref);
  const included = (due?.next ?? purchase)?.included ?? null;
  const left = leftOf(included, due || !purchase ? { calls: 0, pages: 0 } : usedOf(purchase));
  return {
    "access.included_calls_left": included?.what === "calls" ? left : null,
    "access.included_units_left.pages": included?.what === "pages" ? left : null,
  };
}

/** The price that is announced, as it is of its kind: a term's or a call's. */
function announced({ next }: Skill): Body {
  if (next === null) return { price_change: null };
  return {
    "price_change.price": next.terms.pricing === "usage" ? null : next.terms.price,
    "price_change.price_per_call": next.terms.pricing === "usage" ? next.terms.perCall : null,
    "price_change.effective_at": new Date(next.dueAt),
  };
}
