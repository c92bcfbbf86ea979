/**
 * Approvals. A key's charge above an amount (its own or its account's, the lower one) waits 24 hours for a signed-in person, who
 * approves that very request, approves its version of the skill up to an amount in all, or refuses it. What was approved lasts 24 hours,
 * for the key that asked, that skill, version and, unless it is for the skill, price and request; it is charged once.
 */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { type Acting, type Caller, signedIn } from "@/tests/year/model/callers";
import type { Approval } from "@/tests/year/model/limits";
import { emit, type Market, type Micros, notify, type Ref, type Skill } from "@/tests/year/model/market";

const KEPT_MS = 90 * DAY;

/** What a request says of approvals: the one that it names, and the name of the one that is made when it needs one. */
export type Naming = { approval?: Ref | null; asks?: Ref };
/** A charge: of a kind, for a request of the skill, at a price. */
export type Asked = Naming & { kind: Approval["kind"]; request: string; skill: Skill; price: Micros };

/** The most that a key may charge without an approval, or null for any amount. */
export function askAboveOf({ account, key }: Caller): Micros | null {
  const amounts = [account.askAbove, key.askAbove].filter((amount) => amount !== null);
  return amounts.reduce<Micros | null>((least, each) => (least === null || each < least ? each : least), null);
}

/**
 * The approval that pays for a charge; null for one that needs none. Refuses any other: with the approval that is asked for, which is
 * the same one each time while it waits, or because this very request was refused within a day.
 */
export function requireApproved(market: Market, caller: Caller, asked: Asked, moment: Moment): Approval | null {
  const { account, key } = caller;
  const { approval: named, asks = "q0", kind, request, skill, price } = asked;
  const most = askAboveOf(caller);
  if (most === null || price <= most) return null;
  const version = skill.live ?? 0;
  const fitting = market.approvals.get(named ?? "");
  const isOurs = fitting?.key === key.ref && fitting.skill === skill.ref && fitting.version === version;
  const isSame = (each: Approval) => each.price === price && each.kind === kind && each.request === request;
  if (
    fitting &&
    isOurs &&
    fitting.state === "approved" &&
    fitting.expiresAt > moment.at &&
    fitting.left >= price &&
    (fitting.scope === "skill" || isSame(fitting))
  )
    return fitting;
  const former = [...market.approvals.values()].filter(
    (each) =>
      isSame(each) && each.key === key.ref && each.skill === skill.ref && each.version === version && !isDecided(each),
  );
  for (const { ref, state, expiresAt } of former)
    if (state === "pending" && expiresAt <= moment.at) market.approvals.delete(ref);
  const found = former.findLast(({ expiresAt }) => expiresAt > moment.at);
  if (found?.state === "refused") return refuse("approval_refused");
  if (!found) {
    const [at, expiresAt] = [moment.endAt, moment.endAt + DAY];
    const made = { account: account.ref, key: key.ref, skill: skill.ref, version, price, kind, request };
    market.approvals.set(asks, {
      ...made,
      ref: asks,
      state: "pending",
      scope: null,
      left: 0n,
      askedAt: at,
      expiresAt,
    });
    notify(market, account.ref, "approval_requested", asks);
    emit(market, account.ref, "approval.requested", moment.at);
  }
  return refuse("approval_required", { price, ask_above: most });
}

const isDecided = ({ state }: Approval) => state === "approved";

/** Charges an amount to the approval that pays for it, if it needs one. */
export function spend(approval: Approval | null, amount: Micros): void {
  if (approval) approval.left -= amount;
}

export type Decision = "approve" | "approve_skill" | "refuse";

/** A signed-in person decides, once; what was approved can still be refused, which ends what is left of it. */
export function decide(
  market: Market,
  op: Acting & { approval: Ref; decision: Decision; amount: string },
  { at, endAt }: Moment,
): Body {
  const account = signedIn(market, op, at, "pay");
  const approval = market.approvals.get(op.approval);
  if (approval?.account !== account.ref) return refuse("not_found");
  const { state, price } = approval;
  const isOpen = state === "pending" || (state === "approved" && op.decision === "refuse");
  if (!isOpen || approval.expiresAt <= at) refuse("already_decided");
  approval.expiresAt = endAt + DAY;
  if (op.decision === "refuse") Object.assign(approval, { state: "refused", scope: null, left: 0n });
  if (op.decision === "approve") Object.assign(approval, { state: "approved", scope: "once", left: price });
  if (op.decision === "approve_skill")
    Object.assign(approval, { state: "approved", scope: "skill", left: BigInt(op.amount) });
  emit(market, account.ref, "approval.decided", at);
  return { state: approval.state, scope: approval.scope, left: approval.left };
}

/** A signed-in person says above which amount every key of the account needs an approval; null for none. */
export function askAbove(market: Market, op: Acting & { amount: string | null }, { at }: Moment): Body {
  const account = signedIn(market, op, at, "pay");
  account.askAbove = op.amount === null ? null : BigInt(op.amount);
  return { ask_above: account.askAbove };
}

/** Forgets requests of long ago. */
export function forgetApprovals(market: Market, _op: object, { at }: Moment): Body {
  for (const { ref, askedAt } of [...market.approvals.values()])
    if (askedAt < at - KEPT_MS) market.approvals.delete(ref);
  return {};
}
