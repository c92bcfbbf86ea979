/** What scenes are made of. */
import type { Context, Op } from "@/tests/year/actors/kinds";
import { answerOf } from "@/tests/year/model/answers";
import { isAlive, isListed } from "@/tests/year/model/callers";
import { quote } from "@/tests/year/model/calls";
import { type Key, type Market, type Ref, type Skill, the } from "@/tests/year/model/market";
import { activePurchase } from "@/tests/year/model/purchases";

/** The operations of a scene, one after the other; each is performed before the next is asked for. Returns whether it came about. */
export type Scene = (stage: () => Context) => Generator<Op, boolean, void>;

const TRIES = 40;

/** A key of an account that may do everything, and may be charged anything. */
export const masterOf = (market: Market, owner: Ref, now: number): Key | undefined =>
  [...market.keys.values()].find(
    (key) =>
      key.owner === owner &&
      isAlive(market, key, now) &&
      key.program === null &&
      key.expiresAt === null &&
      key.limit === null &&
      key.askAbove === null &&
      key.skills.length === 0 &&
      ["read", "purchase", "execute", "publish"].every((scope) => key.scopes.some((each) => each === scope)),
  );

/** A key that may do everything, or one that is given, and a skill of which a call costs it something that it can pay. */
export function payingUse({ market, random, now }: Context, owner?: Ref, by?: Ref): { key: Key; skill: Skill } | null {
  const skills = [...market.skills.values()].filter(({ terms }) => terms.pricing === "usage" && terms.perCall);
  const people = [...market.accounts.values()].filter(({ ref, isAdmin, askAbove }) =>
    owner === undefined ? !isAdmin && askAbove === null : ref === owner,
  );
  if (skills.length === 0 || people.length === 0) return null;
  for (let tries = 0; tries < TRIES; tries++) {
    const [skill, { ref, balance }] = [random.pick(skills), random.pick(people)];
    const key = by === undefined ? masterOf(market, ref, now) : market.keys.get(by);
    if (!key) continue;
    let cost = 0n;
    answerOf(() => {
      const { ground, most } = quote(
        market,
        { account: the(market.accounts, ref), key, scopes: key.scopes },
        skill,
        now,
      );
      cost = ground === "pay_per_call" ? most : 0n;
      return {};
    });
    if (cost > 0n && cost * 4n <= balance) return { key, skill };
  }
  return null;
}

/** A subscription that an account can buy. */
export function soldTo({ market, random }: Context, buyer: Ref): Skill | null {
  const { balance } = the(market.accounts, buyer);
  const all = [...market.skills.values()].filter(
    (skill) =>
      isListed(market, skill) &&
      skill.terms.pricing === "subscription" &&
      (skill.terms.price ?? 0n) > 0n &&
      (skill.terms.price ?? 0n) * 2n <= balance &&
      skill.owner !== buyer &&
      !activePurchase(market, buyer, skill.ref),
  );
  return all.length > 0 ? random.pick(all) : null;
}

/** Administrators' key, if one works. */
export const rootOf = ({ market, now }: Context): Ref | null =>
  [...market.keys.values()].find(
    (key) => isAlive(market, key, now) && key.scopes.includes("admin") && the(market.accounts, key.owner).isAdmin,
  )?.ref ?? null;

/** A call of a skill, or its repetition. */
export const call = (
  { name }: Context,
  { by, skill, approval = null, idem = null }: { by: Ref; skill: Ref; approval?: Ref | null; idem?: string | null },
): Op => ({
  kind: "execute",
  by,
  skill,
  does: "ok",
  maxPrice: null,
  isDryRun: false,
  idem,
  loss: null,
  approval,
  asks: name("q"),
});
