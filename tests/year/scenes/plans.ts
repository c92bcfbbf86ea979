/** What may happen to a plan between two of its terms, and to a payment between its refund and the processor. */
import type { Context, Op } from "@/tests/year/actors/kinds";
import { DAY } from "@/tests/year/model/calendar";
import { CREDIT } from "@/tests/year/model/credits";
import { type Key, type Purchase, type Skill, the } from "@/tests/year/model/market";
import { activePurchase } from "@/tests/year/model/purchases";
import type { Plan } from "@/tests/year/model/terms";
import { call, masterOf, rootOf, type Scene } from "@/tests/year/scenes/scene";

type Step = Generator<Op, void, void>;
type Cast = { buyer: Key; seller: Key; skill: Skill; purchase: Purchase };
const TRIES = 40;

const plan = (name: string, price: number, rest: Partial<Plan<string>> = {}): Plan<string> => ({
  name,
  interval: "month",
  price: String(BigInt(price) * (CREDIT / 100n)),
  trialDays: 0,
  included: null,
  ...rest,
});
const BASIC = plan("Basic", 100, { included: { what: "calls", count: 2, most: 1, beyond: null } });
const PLUS = plan("Plus", 250, { included: { what: "calls", count: 3, most: 1, beyond: "100000" } });
const TEAM = plan("Team", 120, { interval: "week", included: { what: "pages", count: 5, most: 3, beyond: null } });

const terms = (plans: Plan<string>[]) => ({
  pricing: "subscription",
  price: null,
  interval: null,
  perCall: null,
  freeCalls: 0,
  trialDays: 0,
  unit: null,
  plans,
});
const reprice = ({ seller, skill }: Pick<Cast, "seller" | "skill">, plans: Plan<string>[]): Op => ({
  kind: "reprice",
  by: seller.ref,
  skill: skill.ref,
  terms: terms(plans),
});
const job = (name: string): Op => ({ kind: "job", name });
const pass = (days: number): Op => ({ kind: "pass", ms: days * DAY });

/** Somebody with credits, and somebody else's skill that is sold in two plans from now on. */
function castFor({ market, random, now }: Context): Pick<Cast, "buyer" | "seller" | "skill"> | null {
  const skills = [...market.skills.values()].filter(({ live, unlistedAt }) => live !== null && unlistedAt === null);
  const people = [...market.accounts.values()].filter(({ isAdmin, askAbove }) => !isAdmin && askAbove === null);
  if (skills.length === 0 || people.length === 0) return null;
  for (let tries = 0; tries < TRIES; tries++) {
    const [skill, { ref }] = [random.pick(skills), random.pick(people)];
    const [buyer, seller] = [masterOf(market, ref, now), masterOf(market, skill.owner, now)];
    const isNew = skill.owner !== ref && !activePurchase(market, ref, skill.ref);
    if (buyer && seller && isNew && the(market.accounts, ref).balance >= 8n * CREDIT) return { buyer, seller, skill };
  }
  return null;
}

const buy = ({ name }: Context, { buyer, skill }: Pick<Cast, "buyer" | "skill">, of: string): Op => ({
  kind: "purchase",
  by: buyer.ref,
  skill: skill.ref,
  as: name("p"),
  maxPrice: null,
  autoRenew: true,
  code: null,
  plan: of,
  idem: null,
  loss: null,
  asks: name("q"),
});
const change = ({ name }: Context, { buyer, purchase }: Cast, to: string): Op => ({
  kind: "change_plan",
  by: buyer.ref,
  purchase: purchase.ref,
  plan: to,
  as: name("p"),
  maxPrice: null,
  idem: null,
  asks: name("q"),
});
const use = (stage: () => Context, { buyer, skill }: Cast, does = "ok"): Op => ({
  ...call(stage(), { by: buyer.ref, skill: skill.ref }),
  does,
});
/** The same cast with the purchase that runs now. */
const now = (stage: () => Context, cast: Cast): Cast => ({
  ...cast,
  purchase: activePurchase(stage().market, cast.buyer.owner, cast.skill.ref) ?? cast.purchase,
});

/** A skill gets plans, somebody buys one, and the scene goes on from there. */
const scene = (of: "Basic" | "Plus", play: (stage: () => Context, cast: Cast) => Step): Scene =>
  function* played(stage) {
    const found = castFor(stage());
    if (!found) return false;
    yield reprice(found, [BASIC, PLUS, TEAM]);
    if (found.skill.terms.plans.length !== 3) return false;
    yield buy(stage(), found, of);
    const purchase = activePurchase(stage().market, found.buyer.owner, found.skill.ref);
    if (!purchase?.plan) return false;
    yield* play(stage, { ...found, purchase });
    return true;
  };

export const PLAN_SCENES: Record<string, Scene> = {
  "a plan goes up in the middle of its term, twice, and is refunded": scene("Basic", function* (stage, cast) {
    yield use(stage, cast);
    yield pass(stage().random.pick([1, 7, 20]));
    yield change(stage(), cast, "Plus");
    yield change(stage(), cast, "Plus");
    const root = rootOf(stage());
    const { purchase } = now(stage, cast);
    if (root) yield { kind: "refund_purchase", by: root, purchase: purchase.ref, refund: "unused" };
  }),
  "a plan goes down when its term ends": scene("Plus", function* (stage, cast) {
    yield change(stage(), cast, "Basic");
    yield { kind: "quote_plan", by: cast.buyer.ref, purchase: cast.purchase.ref, plan: "Plus" };
    yield pass(32);
    yield stage().random.chance(0.5) ? job("renew-purchases") : use(stage, cast);
    yield use(stage, cast);
    yield change(stage(), cast, "Basic");
    yield { kind: "read_skill", by: cast.buyer.ref, skill: cast.skill.ref };
  }),
  "a plan that was chosen for later is withdrawn": scene("Plus", function* (stage, cast) {
    yield change(stage(), cast, "Basic");
    yield change(stage(), cast, "Plus");
    yield pass(32);
    yield job("renew-purchases");
  }),
  "what a plan includes is used up, and there again in the next term": scene("Basic", function* (stage, cast) {
    for (const does of ["ok", "bad", "ok", "ok"]) yield use(stage, cast, does);
    yield { kind: "read_skill", by: cast.buyer.ref, skill: cast.skill.ref };
    yield {
      kind: "batch",
      by: cast.buyer.ref,
      skill: cast.skill.ref,
      does: "ok",
      count: 3,
      maxPrice: null,
      asks: "q0",
    };
    yield change(stage(), cast, "Team");
    for (const does of ["few", "misreport", "many", "few"]) yield use(stage, cast, does);
    yield pass(32);
    yield use(stage, cast, "few");
  }),
  "calls beyond a plan are charged": scene("Plus", function* (stage, cast) {
    yield {
      kind: "batch",
      by: cast.buyer.ref,
      skill: cast.skill.ref,
      does: "ok",
      count: 5,
      maxPrice: null,
      asks: "q0",
    };
    yield use(stage, cast);
    yield { kind: "set_renewal", by: cast.buyer.ref, purchase: cast.purchase.ref, autoRenew: false };
    yield change(stage(), cast, "Team");
  }),
  "a plan becomes dearer, and one is removed that somebody chooses meanwhile": scene("Plus", function* (stage, cast) {
    yield reprice(cast, [
      { ...BASIC, price: String(2n * CREDIT) },
      { ...PLUS, price: String(4n * CREDIT) },
    ]);
    yield change(stage(), cast, "Team");
    yield pass(8);
    yield job("apply-price-changes");
    yield reprice(cast, [BASIC]);
    yield pass(32);
    yield job("renew-purchases");
  }),
  "money is asked back before the bank disputes it, or after": function* played(stage) {
    const { market, random, now: at } = stage();
    const people = [...market.accounts.values()].filter(({ isAdmin, members }) => !isAdmin && !members);
    const buyer = people.length > 0 ? masterOf(market, random.pick(people).ref, at) : undefined;
    if (!buyer) return false;
    const order = stage().name("o");
    const pay = (action: string, isLate = false): Op => {
      const cents = action === "refund" ? 300 : null;
      return { kind: "pay", order, action, cents, isReversed: false, isLate };
    };
    yield { kind: "topup", by: buyer.ref, as: order, cents: 1_500 };
    if (!stage().market.orders.has(order)) return false;
    yield pay("pay");
    const steps: Op[] = [
      { kind: "ask_back", account: buyer.owner, amount: String(5n * CREDIT) },
      pay("refund", random.chance(0.5)),
      job("send-card-refunds"),
      pay(random.pick(["refund_fails", "dispute"]), random.chance(0.5)),
      { kind: "ask_back", account: buyer.owner, amount: null },
      pay("dispute_won"),
      { kind: "deliver_events", isLost: false, isReversed: false },
      { kind: "read_refundable", by: buyer.ref },
      job("send-card-refunds"),
    ];
    const [first, second] = [random.below(4), random.below(4)];
    [steps[first], steps[second]] = [steps[second] as Op, steps[first] as Op];
    yield* steps;
    return true;
  },
  "a payment repays a debt, and what is given afterwards is no money": function* played(stage) {
    const [found, root] = [castFor(stage()), rootOf(stage())];
    if (!found || !root) return false;
    const { buyer } = found;
    const [old, order] = [stage().name("o"), stage().name("o")];
    const pay = (of: string, action: string): Op => ({
      kind: "pay",
      order: of,
      action,
      cents: null,
      isReversed: false,
      isLate: false,
    });
    yield { kind: "topup", by: buyer.ref, as: old, cents: 3_000 };
    if (!stage().market.orders.has(old)) return false;
    yield pay(old, "pay");
    const all = Number(the(stage().market.accounts, buyer.owner).balance / (CREDIT / 100n));
    yield reprice(found, [plan("Whole", all)]);
    yield { ...buy(stage(), found, "Whole"), autoRenew: false };
    yield pass(31);
    yield pay(old, "dispute");
    yield { kind: "topup", by: buyer.ref, as: order, cents: 3_000 };
    yield pay(order, "pay");
    yield { kind: "grant", by: root, account: buyer.owner, amount: String(9n * CREDIT) };
    yield { kind: "read_refundable", by: buyer.ref };
    yield pay(old, "dispute_lost");
    yield { kind: "read_refundable", by: buyer.ref };
    yield { kind: "ask_back", account: buyer.owner, amount: null };
    return true;
  },
};
