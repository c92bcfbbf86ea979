/** Calls: what a use of a skill costs, and that only a valid answer is charged. */

import { withholds } from "@/tests/year/model/allowed-skills";
import { answerOf, type Body, type Moment, refuse, repeat } from "@/tests/year/model/answers";
import { type Naming, requireApproved, spend } from "@/tests/year/model/approvals";
import { countCharge, requireRoom } from "@/tests/year/model/budgets";
import { DAY } from "@/tests/year/model/calendar";
import { admit, type Caller, isListed, requireAllowed, requireCredential } from "@/tests/year/model/callers";
import { balanceOf, sell } from "@/tests/year/model/credits";
import { once } from "@/tests/year/model/idempotency";
import {
  type Door,
  emit,
  type Market,
  type Micros,
  type Purchase,
  type Ref,
  type Skill,
  the,
} from "@/tests/year/model/market";
import { callByPlan, countUse, usedOf } from "@/tests/year/model/plans";
import { activePurchase, runs } from "@/tests/year/model/purchases";
import { renew, renewalPrice } from "@/tests/year/model/renewals";
import { mostOf, settle, type Unit } from "@/tests/year/model/units";

/** A call whose caller waits for no answer. */
export type Run = Naming & Pick<Call, "by" | "skill" | "does" | "maxPrice">;

/**
 * On what ground somebody uses a skill. `none`: a subscription must be bought first. `used_up`: its plan includes no more of this term.
 * `withheld`: their organization hasn't allowed it.
 */
export type Ground = "owner" | "withheld" | "admin" | "purchase" | "used_up" | "none" | "free_call" | "pay_per_call";
/** `price` is without its units, `most` with all of them. `due` is a purchase that the use renews. */
export type Quote = { ground: Ground; price: Micros; most: Micros; due: Purchase | null; unit: Unit | null };

const FREE = { price: 0n, most: 0n, due: null, unit: null };

/**
 * Whether an account may use a skill now, on what ground, and what it costs. An unlisted skill is there only for its developer, for
 * administrators and for running purchases; a suspended one for nobody. A call by a buyer whose period has just ended renews on the
 * spot, at the purchase's own price, also when the skill is sold per call by now. A free call comes before a paid one. Calls are counted
 * by the plan, downloads are not.
 */
export function quote(
  market: Market,
  { account }: Caller,
  skill: Skill,
  now: number,
  { isDownload = false }: { isDownload?: boolean | undefined } = {},
): Quote {
  const purchase = activePurchase(market, account.ref, skill.ref);
  const isRunning = purchase !== null && runs(purchase, now);
  const isOurs = account.isAdmin || skill.owner === account.ref;
  if (!isListed(market, skill) && !(isUnlistedOnly(market, skill) && (isOurs || isRunning))) refuse("not_found");
  if (skill.owner === account.ref) return { ground: "owner", ...FREE };
  if (withholds(market, account, skill)) return { ground: "withheld", ...FREE };
  if (account.isAdmin) return { ground: "admin", ...FREE };
  if (isRunning) return isDownload ? { ground: "purchase", ...FREE } : quoteByPlan(purchase);
  const { pricing, price, perCall, freeCalls } = skill.terms;
  const renewal = purchase && renewalPrice(market, purchase, now);
  if (purchase && renewal !== null) {
    const { unit } = callByPlan((purchase.next ?? purchase).included, { calls: 0, pages: 0 });
    // What a term includes covers its first call.
    return { ground: "purchase", price: renewal, most: renewal, due: purchase, unit: isDownload ? null : unit };
  }
  const isCalled = pricing === "usage" && !isDownload;
  if (pricing === "subscription") return { ...FREE, ground: "none", price: price as Micros, most: price as Micros };
  if ((account.freeUsed.get(skill.ref) ?? 0) < freeCalls) return { ground: "free_call", ...FREE };
  const unit = isCalled ? skill.terms.unit : null;
  return { ...FREE, ground: "pay_per_call", price: perCall as Micros, most: mostOf({ perCall, unit }), unit };
}

/** What a call of a running purchase costs: nothing, or what is beyond its plan. */
function quoteByPlan(purchase: Purchase): Quote {
  const { price, unit, isUsedUp } = callByPlan(purchase.included, usedOf(purchase));
  if (isUsedUp) return { ...FREE, ground: "used_up" };
  return { ...FREE, ground: "purchase", price, most: mostOf({ perCall: price, unit }), unit };
}

/** Refuses a use that is not there for the account. */
export function requireGround({ ground, price }: Quote): void {
  if (ground === "withheld") refuse("skill_not_allowed");
  if (ground === "used_up") refuse("plan_used_up");
  if (ground === "none") refuse("purchase_required", { price });
}

/** Off the marketplace by its developer's wish alone. */
function isUnlistedOnly(market: Market, skill: Skill): boolean {
  const owner = the(market.accounts, skill.owner);
  return (
    skill.live !== null &&
    skill.unlistedAt !== null &&
    skill.suspendedAt === null &&
    owner.suspendedAt === null &&
    owner.closedAt === null
  );
}

/**
 * What an endpoint does: answers well (`ok`; `few` and `many` also report units, `misreport` does so in a way that can't be read), fails
 * (`bad`), refuses the parameters (`refuse`), answers after a while (`late`), or not in time (`never`); or it says that all is well and is not (`lie`): what comes is no JSON, not in UTF-8, or ends in the middle.
 * `invalid` are parameters that the skill's schema refuses.
 */
export type Behaviour = "ok" | "few" | "many" | "misreport" | "late" | "bad" | "lie" | "refuse" | "never" | "invalid";
export const isGood = (does: Behaviour) => ["ok", "few", "many", "misreport", "late"].includes(does);
export type Call = Naming & {
  by: Ref;
  skill: Ref;
  does: Behaviour;
  maxPrice: string | null;
  isDryRun: boolean;
  idem: string | null;
  /** The door that it comes by: `/v1`, or the MCP server. */
  door?: Door;
  /** How many calls of the account have failed in all, where one of them may have ended with its process, at no charge. */
  failed?: number;
};

/** Executes a skill, or says what that would cost. Everything that is reserved for a call that fails is given back. */
export function execute(market: Market, op: Call, moment: Moment): Body {
  const caller = admit(market, op.by, { scope: "execute", door: op.door }, moment.at);
  requireAllowed(caller, op.skill);
  const { idem, does, maxPrice, isDryRun } = op;
  const request = ["execute", op.skill, does, maxPrice, isDryRun];
  const answer = answerOf(() =>
    once(market, caller.account.ref, { idem, request, now: moment.at }, () => executeOnce(market, caller, op, moment)),
  );
  noteDied(market, caller, op, moment);
  return repeat(answer);
}

/** Counts the call under the same key that ended with its process, if one did: it failed. */
function noteDied(market: Market, { account }: Caller, { skill: ref, failed }: Call, { at }: Moment): void {
  const died = (failed ?? account.calls.failed) - account.calls.failed;
  if (died < 0 || died > 1) throw new Error(`${died} calls died with their process`);
  account.calls.failed += died;
  const skill = market.skills.get(ref);
  if (died > 0 && skill) emit(market, skill.owner, "call.failed", at);
}

function executeOnce(market: Market, caller: Caller, op: Call, moment: Moment): Body {
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  const quoted = quote(market, caller, skill, moment.at);
  if (op.does === "invalid") refuse("invalid_request");
  requireCredential(caller, skill);
  if (op.isDryRun) {
    requireGround(quoted);
    return { valid: true, min_cost: quoted.price, max_cost: quoted.most, free: quoted.ground === "free_call" };
  }
  // What a call carries for its caller comes back as a word; it goes to no other skill.
  return { ...callOnce(market, caller, skill, op, moment), "result.carried": skill.asks ? "[redacted]" : null };
}

/**
 * Downloads a package, which costs what a call does. Of a skill that is paid per call, a download within a day of one that was let
 * through, free or paid, is the same download.
 */
export function download(market: Market, op: Naming & { by: Ref; skill: Ref }, moment: Moment): Body {
  const caller = admit(market, op.by, { scope: "execute" }, moment.at);
  requireAllowed(caller, op.skill);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  const { ground, price } = quote(market, caller, skill, moment.at, { isDownload: true });
  if (!skill.isDownloaded || skill.live === null || !skill.packaged.includes(skill.live)) refuse("not_downloadable");
  const { account } = caller;
  const former = skill.downloads.get(account.ref);
  const isPerCall = ground === "free_call" || ground === "pay_per_call";
  if (isPerCall && former && former.chargedAt > moment.at - DAY) {
    account.calls.succeeded += 1;
    account.used.set(skill.ref, (account.used.get(skill.ref) ?? 0) + 1);
    skill.users.set(account.ref, { usedAt: moment.at });
    return {};
  }
  callOnce(market, caller, skill, { ...op, does: "ok", maxPrice: null, isDownload: true }, moment);
  if (isPerCall && (ground === "free_call" || price > 0n)) skill.downloads.set(account.ref, { chargedAt: moment.at });
  return {};
}

/**
 * One use: reserve, call, settle or release. It holds the most that it may cost, which a maximum lowers, but not to the price without
 * its units.
 */
export function callOnce(
  market: Market,
  caller: Caller,
  skill: Skill,
  op: Naming & Pick<Call, "does" | "maxPrice"> & { isDownload?: boolean },
  moment: Moment,
): Body {
  const { account, key } = caller;
  const quoted = quote(market, caller, skill, moment.at, op);
  requireGround(quoted);
  const { ground, price, most, due, unit } = quoted;
  const max = op.maxPrice === null ? most : BigInt(op.maxPrice);
  if (max < price || (max === price && most > price)) refuse("price_changed", { price: most });
  const charged = most < max ? most : max;
  const asked = { ...op, skill, price: charged, ...requestOf(op) };
  const approval = requireApproved(market, caller, asked, moment);
  if (due) {
    renew(market, due, moment);
    spend(approval, charged);
  }
  const held = due ? 0n : charged;
  if (held > account.balance)
    refuse("insufficient_credits", {
      required: held,
      available: account.balance,
      shortfall: held - account.balance,
    });
  const charge = { account: account.ref, key, skill: skill.ref, amount: held };
  requireRoom(market, charge, moment.at);
  if (!isGood(op.does)) {
    account.calls.failed += 1;
    emit(market, skill.owner, "call.failed", moment.at);
    return refuse(op.does === "never" ? "upstream_timeout" : "upstream_failed");
  }
  if (ground === "free_call") account.freeUsed.set(skill.ref, (account.freeUsed.get(skill.ref) ?? 0) + 1);
  const { cost, flag } = settle({ perCall: due ? 0n : price, unit }, held, op.does);
  const purchase = ground === "purchase" && !op.isDownload ? activePurchase(market, account.ref, skill.ref) : null;
  if (purchase) countUse(purchase, op.does);
  if (cost > 0n) sell(market, account.ref, skill.owner, cost);
  countCharge(market, { ...charge, amount: cost }, moment.at);
  // One that fails gives back what it took of an approval. What was approved once is not charged again with what is left of it.
  spend(approval, approval?.scope === "once" ? held : cost);
  account.calls.succeeded += 1;
  account.used.set(skill.ref, (account.used.get(skill.ref) ?? 0) + 1);
  skill.users.set(account.ref, { usedAt: moment.at });
  return {
    "usage.cost": cost,
    "usage.free": ground === "free_call",
    "usage.status": "succeeded",
    ...(flag !== null && { "usage.error_code": flag }),
    ...balanceOf(account),
  };
}

const requestOf = ({ does, isDownload }: { does: Behaviour; isDownload?: boolean }) =>
  isDownload ? { kind: "download" as const, request: "" } : { kind: "execute" as const, request: does };

/**
 * A call that its caller does not wait for: the answer is a run, and how it ends is seen later. It is charged if and only if it has a
 * result.
 */
export function startRun(market: Market, op: Run, moment: Moment): Body {
  const call = { ...op, isDryRun: false, idem: null };
  const answer = answerOf(() => execute(market, call, moment));
  const isStarted = answer.code === null || answer.code === "upstream_failed";
  if (!isStarted) return repeat(answer);
  const { owner } = the(market.keys, op.by);
  market.ended.push({ account: owner, type: answer.code === null ? "run.succeeded" : "run.failed" });
  return { state: "running" };
}

/** Tells accounts of their runs that have ended, once each. */
export function announceRuns(market: Market, _op: object, { at }: Moment): Body {
  for (const { account, type } of market.ended.splice(0)) emit(market, account, type, at);
  return {};
}
