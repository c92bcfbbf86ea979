/** What may happen to a skill between the moment that a buyer gave it a credential and the next call that carries it. */
import type { Context, Op } from "@/tests/year/actors/kinds";
import { isGone } from "@/tests/year/model/callers";
import { CREDIT } from "@/tests/year/model/credits";
import type { Key, Ref, Skill } from "@/tests/year/model/market";
import { call, masterOf, rootOf, type Scene } from "@/tests/year/scenes/scene";

type Step = Generator<Op, void, void>;
type Cast = { buyer: Key; seller: Key; skill: Skill };
const TRIES = 40;

/** Two people who may do everything, one of whom has credits. */
function peopleFor({ market, random, now }: Context): Pick<Cast, "buyer" | "seller"> | null {
  const people = [...market.accounts.values()].filter(
    (each) => !each.isAdmin && each.members === null && each.askAbove === null && !isGone(each),
  );
  for (let tries = 0; tries < TRIES && people.length > 1; tries++) {
    const [from, to] = [random.pick(people), random.pick(people)];
    const [buyer, seller] = [masterOf(market, from.ref, now), masterOf(market, to.ref, now)];
    if (from !== to && buyer && seller && from.balance >= 2n * CREDIT) return { buyer, seller };
  }
  return null;
}

const credential = (kind: "set_credential" | "remove_credential", { buyer, skill }: Cast): Op => ({
  kind,
  by: buyer.ref,
  skill: skill.ref,
});
const use = (stage: () => Context, { buyer, skill }: Cast): Op => call(stage(), { by: buyer.ref, skill: skill.ref });
const run = (stage: () => Context, cast: Cast): Op => ({ ...use(stage, cast), kind: "run" });
const batch = ({ buyer, skill }: Cast): Op => ({
  kind: "batch",
  by: buyer.ref,
  skill: skill.ref,
  does: "ok",
  count: 3,
  maxPrice: null,
  asks: "q0",
});
const edit = ({ seller, skill }: Cast): Op => ({
  kind: "edit_skill",
  by: seller.ref,
  skill: skill.ref,
  content: "Something.",
  submit: true,
});
const list = ({ seller, skill }: Cast, isListed: boolean): Op => ({
  kind: isListed ? "relist" : "unlist",
  by: seller.ref,
  skill: skill.ref,
  isListed,
});

/** A skill that asks for a credential gets on the marketplace, a buyer stores it and calls the skill, and the scene goes on from there. */
const scene = (play: (stage: () => Context, cast: Cast) => Step): Scene =>
  function* played(stage) {
    const people = peopleFor(stage());
    const root = rootOf(stage());
    if (!people || !root) return false;
    const as = stage().name("s");
    yield {
      kind: "create_skill",
      by: people.seller.ref,
      as,
      slug: `year-${as}`,
      terms: {
        pricing: "usage",
        price: null,
        interval: null,
        perCall: String(CREDIT / 10n),
        freeCalls: 0,
        trialDays: 0,
        unit: null,
        plans: [],
      },
      submit: true,
      content: `${as} begins.`,
      asks: true,
    };
    yield { kind: "approve", by: root, skill: as, approve: true };
    const skill = stage().market.skills.get(as);
    if (!skill || skill.live === null) return false;
    const cast = { ...people, skill };
    yield use(stage, cast);
    yield credential("set_credential", cast);
    yield use(stage, cast);
    yield* play(stage, cast);
    return true;
  };

export const CREDENTIAL_SCENES: Record<string, Scene> = {
  "a skill that has a buyer's credential goes to another developer, and back": scene(function* (stage, cast) {
    const { skill } = cast;
    const others = [...stage().market.accounts.values()].filter(
      (each) => each.members === null && !each.isAdmin && each.ref !== skill.owner && !isGone(each),
    );
    const [first, other] = [skill.owner, stage().random.pick(others).ref];
    const hand = function* (from: Ref, to: Ref): Step {
      yield { kind: "offer_transfer", account: from, skill: skill.ref, to, as: stage().name("n") };
      yield { kind: "accept_transfer", account: to, skill: skill.ref, as: stage().name("n") };
    };
    yield* hand(first, other);
    yield use(stage, cast);
    yield run(stage, cast);
    yield batch(cast);
    yield* hand(other, first);
    yield use(stage, cast);
    yield* hand(first, other);
    yield credential("set_credential", cast);
    yield use(stage, cast);
    yield edit(cast);
  }),
  "a credential is removed, stored again, and outlives an unlisting": scene(function* (stage, cast) {
    yield credential("remove_credential", cast);
    yield use(stage, cast);
    yield credential("set_credential", cast);
    yield list(cast, false);
    yield credential("remove_credential", cast);
    yield credential("set_credential", cast);
    yield list(cast, true);
    yield use(stage, cast);
    yield credential("set_credential", cast);
    yield batch(cast);
  }),
};
