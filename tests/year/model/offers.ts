/** Plans that one account alone sees, and buys by their name. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit, isListed, ownSkill } from "@/tests/year/model/callers";
import { type Market, notify, type Ref } from "@/tests/year/model/market";
import type { Offer } from "@/tests/year/model/objects";
import { activePurchase } from "@/tests/year/model/purchases";
import { isNamed, type Plan, planOf, plansOf } from "@/tests/year/model/terms";

const nameOf = ({ account, skill }: Pick<Offer, "account" | "skill">) => `${account} ${skill}`;

/**
 * Offers a plan of a subscription on the marketplace to an account that has no offer of it yet. Its name is none of a plan that everybody
 * sees, or will see, and not that of the account's own.
 */
export function offerPlan(
  market: Market,
  op: { by: Ref; skill: Ref; account: Ref; as: Ref; plan: Plan<string> },
  { at }: Moment,
): Body {
  const caller = admit(market, op.by, { scope: "publish" }, at);
  const skill = ownSkill(market, caller, op.skill);
  const plan = planOf(op.plan);
  if (!isListed(market, skill) || skill.terms.pricing !== "subscription") refuse("invalid_request");
  const announced = skill.next?.terms.plans ?? [];
  if ([...plansOf(skill.terms), ...announced].some(({ name }) => isNamed(name, plan.name))) refuse("invalid_request");
  const account = market.accounts.get(op.account);
  if (!account || account.closedAt !== null || account.ref === caller.account.ref) return refuse("invalid_request");
  const offer = { ref: op.as, skill: skill.ref, account: account.ref, plan };
  const running = activePurchase(market, account.ref, skill.ref);
  if (market.offers.has(nameOf(offer)) || (running && isNamed(running.plan, plan.name))) refuse("invalid_request");
  market.offers.set(nameOf(offer), offer);
  notify(market, account.ref, "plan_offered", offer.ref);
  return { "plan.name": plan.name, "plan.price": plan.price };
}

/** Withdraws an offer. Who has bought the plan keeps it. */
export function withdrawOffer(market: Market, op: { by: Ref; skill: Ref; offer: Ref }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  const offer = [...market.offers.values()].find(({ ref }) => ref === op.offer);
  if (offer?.skill !== skill.ref) return refuse("not_found");
  market.offers.delete(nameOf(offer));
  return { "plan.name": offer.plan.name };
}

/** Offers end with their account, and with the account that sells the skill. */
export function forgetOffers(market: Market, account: Ref): void {
  for (const offer of [...market.offers.values()])
    if (offer.account === account || market.skills.get(offer.skill)?.owner === account)
      market.offers.delete(nameOf(offer));
}
