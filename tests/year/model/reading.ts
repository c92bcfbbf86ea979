/** What people read of their own: balance, keys, purchases, notices, and what they may use. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit } from "@/tests/year/model/callers";
import { type Ground, quote } from "@/tests/year/model/calls";
import { isReached } from "@/tests/year/model/keys";
import { type Door, type Market, type Ref, type Skill, the } from "@/tests/year/model/market";
import { ratingOf } from "@/tests/year/model/opinions";

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
  const { ground, price, most } = quote(market, caller, skill, at);
  const rating = ratingOf(market, skill.ref);
  const isFree = ground === "pay_per_call" && price === 0n && !skill.terms.unit;
  const names: Partial<Record<Ground, string>> = { free_call: "free_calls", withheld: "not_allowed" };
  return {
    "access.reason": isFree ? "free" : (names[ground] ?? ground),
    "access.owned": ground === "owner" || ground === "purchase",
    "access.max_cost": ground === "none" || ground === "withheld" ? null : most,
    "rating.count": rating.count,
    pricing_type: skill.terms.pricing,
    ...announced(skill),
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
