/**
 * Skills that an organization allows its members: all, those that it has allowed, or those in a version that somebody looked at. What is
 * withheld can't be run, bought, downloaded or renewed. Its own skills are always allowed.
 */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { type ByMember, isListed, organizationOf } from "@/tests/year/model/callers";
import { type Account, type Market, notify, type Ref, type Skill } from "@/tests/year/model/market";
import type { Allowed } from "@/tests/year/model/roles";

/** Whether an account withholds a skill, in its version on the marketplace, from those who act for it. */
export function withholds(market: Market, { ref, allowedOnly }: Account, skill: Skill): boolean {
  if (allowedOnly === "off" || skill.owner === ref) return false;
  const version = market.allowed.get(`${ref} ${skill.ref}`)?.version ?? null;
  return version === null || (allowedOnly === "versions" && (skill.live ?? 0) > version);
}

/** An owner says which skills members may use. */
export function setAllowedOnly(market: Market, op: ByMember & { only: Account["allowedOnly"] }, moment: Moment): Body {
  organizationOf(market, op, moment.at, "manage").allowedOnly = op.only;
  return { allowed_only: op.only };
}

function listed(market: Market, ref: Ref): Skill {
  const skill = market.skills.get(ref);
  return skill && isListed(market, skill) ? skill : refuse("not_found");
}

const newRequest = (account: Ref, skill: Ref): Allowed => ({
  account,
  skill,
  version: null,
  askedBy: null,
  isDecided: false,
});

/** A member asks for a skill that is withheld. Asking again changes nothing. */
export function askForSkill(market: Market, op: ByMember & { skill: Ref; as: string }, moment: Moment): Body {
  const organization = organizationOf(market, op, moment.at, "use");
  const skill = listed(market, op.skill);
  if (!withholds(market, organization, skill)) refuse("invalid_request");
  const account = organization.ref;
  const name = `${account} ${skill.ref}`;
  const former = market.allowed.get(name) ?? newRequest(account, skill.ref);
  if (!former.askedBy) {
    market.allowed.set(name, { ...former, askedBy: op.person });
    notify(market, account, "skill_asked", op.as);
  }
  return { state: "asked" };
}

/** An owner or billing allows a skill in the version that they looked at, or refuses what is asked. */
export function decideOnSkill(
  market: Market,
  op: ByMember & { skill: Ref; version: number | null; as: string },
  moment: Moment,
): Body {
  const { ref: account } = organizationOf(market, op, moment.at, "pay");
  const skill = listed(market, op.skill);
  const name = `${account} ${skill.ref}`;
  const former = market.allowed.get(name);
  if (op.version === null && !former?.askedBy) refuse("not_found");
  if (op.version !== null && op.version !== skill.live) refuse("invalid_request");
  const version = op.version ?? former?.version ?? null;
  market.allowed.set(name, { account, skill: skill.ref, version, askedBy: null, isDecided: true });
  if (former?.askedBy && former.askedBy !== op.person) notify(market, former.askedBy, "skill_decided", op.as);
  return { state: version === null ? "refused" : "allowed" };
}

/** No longer allows a skill. */
export function withdrawSkillOf(market: Market, op: ByMember & { skill: Ref }, moment: Moment): Body {
  const { ref: account } = organizationOf(market, op, moment.at, "pay");
  return market.allowed.delete(`${account} ${op.skill}`) ? { removed: true } : refuse("not_found");
}

/** What an organization allows goes with it. */
export function forgetAllowed(market: Market, account: Ref): void {
  for (const [name, each] of [...market.allowed]) if (each.account === account) market.allowed.delete(name);
}
