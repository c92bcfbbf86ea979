/** People who decide on what their keys and programs want to be charged. */
import { behind, type Context, kind, pickFrom, pickRef, someone } from "@/tests/year/actors/kinds";
import { asPerson, idOf } from "@/tests/year/actors/world";
import * as approvals from "@/tests/year/model/approvals";
import type { Acting } from "@/tests/year/model/callers";
import type { Approval } from "@/tests/year/model/limits";

/** An approval that was asked for: the target, or of the target, or mostly one that is not over. */
export function approvalOf({ market, target, random, now }: Context, kindOf?: Approval["kind"]): Approval | null {
  const all = [...market.approvals.values()].filter((each) => kindOf === undefined || each.kind === kindOf);
  const own = all.filter((each) => [each.ref, each.account, each.key, each.skill].includes(target ?? ""));
  const living = (own.length > 0 ? own : all).filter(({ expiresAt }) => expiresAt > now);
  const from = living.length > 0 && !random.chance(0.1) ? living : own.length > 0 ? own : all;
  return from.length === 0 ? null : random.pick(from);
}

/** A request again that has asked for an approval, which it names: now and then by another key, or for another skill. */
export function askedAgain(context: Context, kindOf: Approval["kind"]) {
  const { market, random, target } = context;
  if (target === null ? !random.chance(0.1) : !market.approvals.has(target)) return null;
  const approval = approvalOf(context, kindOf);
  if (!approval) return null;
  const beside = [...market.keys.values()].filter(({ owner }) => owner === approval.account);
  const by = random.chance(0.1) && beside.length > 0 ? random.pick(beside).ref : approval.key;
  const other = random.chance(0.1) ? pickFrom(context, market.skills.keys()) : null;
  return { by, skill: other ?? approval.skill, request: approval.request, approval: approval.ref };
}

export const APPROVERS = {
  decide_approval: kind<Acting & { approval: string; decision: approvals.Decision; amount: string }>({
    weight: 2,
    needs: "approval",
    make: (context) => {
      const { random } = context;
      const approval = approvalOf(context);
      const account = random.chance(0.05) ? someone(context) : (approval?.account ?? null);
      if (!approval || !account) return null;
      const decision: approvals.Decision = random.pick(["approve", "approve", "approve_skill", "refuse"]);
      return {
        ...behind(context, account),
        approval: approval.ref,
        decision,
        amount: String(BigInt(1 + random.below(60)) * 250_000n),
      };
    },
    model: approvals.decide,
    send: (world, { approval, decision, amount, ...acting }) =>
      asPerson(world, acting, "POST", `/v1/approvals/${idOf(world, approval)}/decision`, {
        decision,
        ...(decision === "approve_skill" && { amount: Number(amount) / 1e6 }),
      }),
  }),
  set_ask_above: kind<Acting & { amount: string | null }>({
    weight: 0.15,
    needs: "account",
    make: (context) => {
      const { market, random } = context;
      const account = pickRef(context, market.accounts);
      const amount = random.chance(0.6) ? null : String(BigInt(random.below(20)) * 500_000n);
      return account === null ? null : { ...behind(context, account), amount };
    },
    model: approvals.askAbove,
    send: (world, { amount, ...acting }) =>
      asPerson(world, acting, "PATCH", "/v1/credits/settings", {
        ask_above: amount === null ? null : Number(amount) / 1e6,
      }),
  }),
};
