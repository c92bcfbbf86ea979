/** Batches: many calls, quoted as one. Each holds and settles its own price. */
import { suspend } from "@/tests/year/model/accounts";
import { type Answer, answerOf, type Body, type Code, type Moment, refuse } from "@/tests/year/model/answers";
import { askAboveOf, requireApproved } from "@/tests/year/model/approvals";
import { exceededBy } from "@/tests/year/model/budgets";
import { admit, type Caller, requireAllowed, requireCredential } from "@/tests/year/model/callers";
import { type Behaviour, callOnce, type Quote, quote, requireGround } from "@/tests/year/model/calls";
import type { Market, Micros, Ref, Skill } from "@/tests/year/model/market";
import { leftOf, usedOf } from "@/tests/year/model/plans";
import { activePurchase } from "@/tests/year/model/purchases";
import { mostOf, settle, type Unit } from "@/tests/year/model/units";

/** After these no further call of a batch is made. */
const FINAL: (Code | null)[] = [
  "insufficient_credits",
  "key_limit_reached",
  "budget_reached",
  "approval_required",
  "approval_refused",
  "price_changed",
  "purchase_required",
  "plan_used_up",
  "not_found",
];

/** Of a charge that a person is asked about. */
export const ASKING: Code[] = ["approval_required", "approval_refused"];

export type Batch = { by: Ref; skill: Ref; does: Behaviour; count: number; maxPrice: string | null; asks?: Ref };

/** `each`: the most that one call costs. `free`: how many of them are free, or included. */
type Opened = { caller: Caller; skill: Skill; each: Micros; free: number; unit: Unit | null };

/** What all calls together cost: free and included ones come first, and a due renewal is charged once. */
function openBatch(market: Market, op: Batch, { at }: Moment): Opened {
  const caller = admit(market, op.by, { scope: "execute" }, at);
  requireAllowed(caller, op.skill);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  const quoted = quote(market, caller, skill, at);
  if (op.does === "invalid") refuse("invalid_request");
  requireCredential(caller, skill);
  requireGround(quoted);
  const { total, ...opened } = quoteAll(market, caller, { skill, quoted, count: op.count });
  if (op.maxPrice !== null && total > BigInt(op.maxPrice)) refuse("price_changed", { price: total });
  if (total > caller.account.balance) refuse("insufficient_credits", { required: total });
  return { caller, skill, ...opened };
}

type Asked = { skill: Skill; quoted: Quote; count: number };

function quoteAll(market: Market, { account }: Caller, { skill, quoted, count }: Asked) {
  const { ground, most, due, unit } = quoted;
  if (ground === "purchase") return quoteByPlan(market, account.ref, { skill, quoted, count });
  const left = ground === "free_call" ? skill.terms.freeCalls - (account.freeUsed.get(skill.ref) ?? 0) : 0;
  const each = ground === "free_call" ? mostOf(skill.terms) : most;
  const isPerCall = ground === "free_call" || ground === "pay_per_call";
  const total = isPerCall ? each * BigInt(Math.max(0, count - left)) : most;
  return { total, each, free: left, unit: due ? null : ground === "free_call" ? skill.terms.unit : unit };
}

/** What the calls of a plan cost beyond what is left of it. Each rounds its own pages, which is a micro-credit of the quote. */
function quoteByPlan(market: Market, buyer: Ref, { skill, quoted, count }: Asked) {
  const { due, price, unit } = quoted;
  const purchase = activePurchase(market, buyer, skill.ref);
  const included = (due?.next ?? purchase)?.included ?? null;
  const left = leftOf(included, due || !purchase ? { calls: 0, pages: 0 } : usedOf(purchase));
  const renewal = due ? price : 0n;
  if (!included || left === null) return { total: renewal, each: renewal, free: 0, unit: null };
  const beyond = included.beyond ?? 0n;
  const [wanted, of] = included.what === "calls" ? [count, 1] : [count * included.most, included.most];
  const over = BigInt(Math.max(0, wanted - left)) * beyond;
  const further = over > 0n && included.what === "pages" ? over + BigInt(count) : over;
  const most = over > 0n ? BigInt(of) * beyond : 0n;
  const each = most > renewal ? most : renewal;
  return { total: renewal + further, each, free: Math.floor(left / of), unit };
}

/**
 * Performs a batch; its answer ends with a summary. Calls in progress all count against budgets, their key's limit and free calls by the
 * most that they may cost, also those that fail later: some may be stopped, as `limited` says, by what all together exceed, or by what a paid one must ask for.
 */
export function runBatch(market: Market, op: Batch & Partial<Seen>, moment: Moment): Body {
  const opened = openBatch(market, op, moment);
  const { caller, skill, each, free, unit } = opened;
  const { limited = [], does: request, asks = "q0" } = op;
  const charge = { account: caller.account.ref, key: caller.key, skill: skill.ref, amount: each * BigInt(op.count) };
  const exceeded = exceededBy(market, charge, moment.at);
  const askAbove = askAboveOf(caller);
  const mayAsk = free < op.count && askAbove !== null && each > askAbove;
  const mayBe = (code: Code) => (ASKING.includes(code) ? mayAsk : exceeded.includes(code));
  const mayStop = limited.length < op.count && limited.every(mayBe);
  const most = mostOf({ perCall: 0n, unit });
  const isReported = unit === null || settle({ perCall: 0n, unit }, most, op.does).flag !== "usage_invalid";
  const givesBack = op.does === "bad" || !isReported || settle({ perCall: 0n, unit }, most, op.does).cost < most;
  if (!givesBack || limited.length === 0 || !mayStop) return summary(callAll(market, opened, op, moment));
  const asked = { kind: "execute", request, asks, skill, price: each } as const;
  const stopped = limited.map((code) =>
    answerOf(() => {
      if (ASKING.includes(code)) requireApproved(market, caller, asked, moment);
      return refuse(code);
    }),
  );
  return summary([...callAll(market, opened, { ...op, count: op.count - limited.length }, moment), ...stopped]);
}

function callAll(market: Market, { caller, skill, each }: Opened, op: Batch, moment: Moment): Answer[] {
  const answers: Answer[] = [];
  for (let index = 0; index < op.count; index++) {
    const last = answers.at(-1);
    const isOver = last !== undefined && FINAL.includes(last.code);
    const call = { does: op.does, maxPrice: String(each), ...(op.asks && { asks: op.asks }) };
    answers.push(isOver ? last : answerOf(() => callOnce(market, caller, skill, call, moment)));
  }
  return answers;
}

function summary(answers: Answer[]): Body {
  const succeeded = answers.filter(({ status }) => status === 200);
  const cost = succeeded.reduce((sum, { body }) => sum + (body["usage.cost"] as Micros), 0n);
  return {
    "summary.succeeded": succeeded.length,
    "summary.failed": answers.length - succeeded.length,
    "summary.cost": cost,
    codes: [...new Set(answers.flatMap(({ code }) => code ?? []))],
  };
}

/** What was seen of a batch: calls that succeeded, that were reserved when its key or account ended, and what stopped others. */
export type Seen = { succeeded: number; reserved: number; limited: Code[] };

/**
 * A batch whose key revokes itself, or whose account is suspended, while it runs. What was reserved before still settles; nothing is
 * reserved after.
 */
export function cutBatch(market: Market, op: Batch & { admin: Ref | null } & Partial<Seen>, moment: Moment): Body {
  const opened = openBatch(market, op, moment);
  const { succeeded = op.count, reserved = op.count, limited = [] } = op;
  if (succeeded > reserved)
    throw new Error(`${succeeded} calls were charged, where ${reserved} were reserved when the caller ended`);
  // The first that was refused may have asked for an approval: at once, or when no free call was left.
  const asking = limited.some((code) => ASKING.includes(code)) ? 1 : 0;
  callAll(market, opened, { ...op, count: Math.max(1, succeeded + asking) }, moment);
  const { key, account } = opened.caller;
  const { admin } = op;
  if (admin !== null) answerOf(() => suspend(market, { by: admin, account: account.ref }, moment));
  else {
    key.isActive = false;
    key.revokedAt = moment.at;
  }
  return {};
}
