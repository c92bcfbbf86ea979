/**
 * Buyers' credentials: what a skill asks each account for. Stored once, for the skill and the seller that it was given to, and carried by
 * every call of that skill alone.
 */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit, type Caller, requireAllowed } from "@/tests/year/model/callers";
import { quote } from "@/tests/year/model/calls";
import type { Market, Ref, Skill } from "@/tests/year/model/market";

type Asked = { by: Ref; skill: Ref };

/** The skill, for who may pay for the account and use the skill. */
function ofPayer(market: Market, op: Asked, at: number): { caller: Caller; skill: Skill | undefined } {
  const caller = admit(market, op.by, { scope: "purchase", permission: "pay" }, at);
  requireAllowed(caller, op.skill);
  return { caller, skill: market.skills.get(op.skill) };
}

/** Stores a credential; an earlier one is replaced. */
export function setCredential(market: Market, op: Asked, { at }: Moment): Body {
  const { caller, skill } = ofPayer(market, op, at);
  if (!skill) return refuse("not_found");
  // It must be there for the account.
  quote(market, caller, skill, at);
  if (!skill.asks) return refuse("not_found");
  skill.asks.set(caller.account.ref, skill.owner);
  return { state: "stored" };
}

/** Removes a credential, also of a skill that has left the marketplace. */
export function removeCredential(market: Market, op: Asked, { at }: Moment): Body {
  const { caller, skill } = ofPayer(market, op, at);
  if (!skill?.asks?.delete(caller.account.ref)) return refuse("not_found");
  return { name: "token" };
}
