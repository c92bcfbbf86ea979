/** Buyers who look at other plans, and change theirs; developers who offer one account a plan of its own. */
import { useTool } from "@/tests/year/actors/agents";
import { approvalOf } from "@/tests/year/actors/approvers";
import { handleOf } from "@/tests/year/actors/handovers";
import { actor, type Context, kind, pickFrom, skill, someone } from "@/tests/year/actors/kinds";
import { planBody, planFor } from "@/tests/year/actors/terms";
import { idOf, type World } from "@/tests/year/actors/world";
import { isListed } from "@/tests/year/model/callers";
import { offerPlan, withdrawOffer } from "@/tests/year/model/offers";
import { changePlan, type PlanChange, quotePlan } from "@/tests/year/model/plan-changes";
import { type Plan, plansOf } from "@/tests/year/model/terms";

const credits = (amount: string | null) => (amount === null ? undefined : Number(amount) / 1e6);

/** A purchase whose skill has several plans mostly, and the name of one of them. */
function otherPlan(context: Context): { by: string; purchase: string; plan: string } | null {
  const { market, random, target } = context;
  const all = [...market.purchases.values()];
  const own = all.filter(({ ref, buyer, skill, key }) => [ref, buyer, skill, key].includes(target ?? ""));
  const active = (own.length > 0 ? own : all).filter(({ status }) => status === "active");
  const several = active.filter(({ skill }) => (market.skills.get(skill)?.terms.plans.length ?? 0) > 1);
  const from = several.length > 0 && !random.chance(0.1) ? several : active.length > 0 ? active : own;
  const purchase = pickFrom(context, from);
  const by = purchase && actor({ ...context, target: null }, purchase.buyer);
  const terms = market.skills.get(purchase?.skill ?? "")?.terms;
  if (!purchase || !by || !terms) return null;
  const offer = market.offers.get(`${purchase.buyer} ${purchase.skill}`);
  const names = [...plansOf(terms), ...(offer ? [offer.plan] : [])].map(({ name }) => name);
  const plan = random.chance(0.03)
    ? "Nothing"
    : random.chance(0.1)
      ? (purchase.plan ?? "Standard")
      : random.pick(names);
  return { by, purchase: purchase.ref, plan: random.chance(0.1) ? plan.toUpperCase() : plan };
}

/** A change again that has asked for an approval, which it names. */
function askedAgain(context: Context) {
  if (!context.random.chance(0.15)) return null;
  const approval = approvalOf(context, "purchase");
  const [what, purchase, plan] = JSON.parse(approval?.request ?? "[]");
  return approval && what === "plan" ? { by: approval.key, purchase, plan, approval: approval.ref } : null;
}

function changeFor(context: Context): PlanChange | null {
  const { random, name } = context;
  const recent = context.recent.filter((op) => op.kind === "change_plan");
  if (recent.length > 0 && random.chance(0.1))
    return { ...(random.pick(recent) as unknown as PlanChange), as: name("p"), asks: name("q") };
  const made = askedAgain(context) ?? otherPlan(context);
  const maxPrice = random.chance(0.9) ? null : String(BigInt(random.below(60)) * 50_000n);
  const idem = random.chance(0.25) ? name("i") : null;
  return made && { ...made, as: name("p"), maxPrice, idem, asks: name("q") };
}

function learn({ ids, market }: World, { as }: PlanChange, { body }: { body: Record<string, unknown> }): void {
  const made = market.purchases.get(as);
  const { id, started_at, current_period_end } = body.purchase as Record<string, string>;
  if (!made || ids.has(as) || body.change !== "changed") return;
  ids.set(as, String(id));
  made.startedAt = Date.parse(String(started_at));
  made.anchorAt = made.startedAt;
  made.endsAt = Date.parse(String(current_period_end));
}

export const PLANNERS = {
  quote_plan: kind<{ by: string; purchase: string; plan: string }>({
    weight: 0.8,
    make: otherPlan,
    model: quotePlan,
    send: (world, { by, purchase, plan }) =>
      world.ask(by, "GET", `/v1/purchases/${idOf(world, purchase)}/plan?plan=${plan}`),
  }),
  change_plan: kind<PlanChange>({
    weight: 3,
    refunds: true,
    make: changeFor,
    model: changePlan,
    send: (world, { by, purchase, plan, maxPrice, idem, approval }) =>
      world.ask(by, "POST", `/v1/purchases/${idOf(world, purchase)}/plan`, {
        body: { plan, ...(maxPrice !== null && { max_price: credits(maxPrice) }) },
        headers: {
          ...(idem !== null && { "idempotency-key": idem }),
          ...(approval && { approval: idOf(world, approval) }),
        },
      }),
    learn,
  }),
  mcp_quote_plan: kind<{ by: string; purchase: string; plan: string }>({
    weight: 0.3,
    make: otherPlan,
    model: (market, op, moment) => quotePlan(market, { ...op, door: "mcp" }, moment),
    send: (world, { by, purchase, plan }) =>
      useTool(world, by, "quote_plan", { purchase_id: idOf(world, purchase), plan }),
  }),
  mcp_change_plan: kind<PlanChange>({
    weight: 0.8,
    refunds: true,
    make: (context) => {
      const made = changeFor(context);
      return made && { ...made, maxPrice: made.maxPrice ?? "900000000" };
    },
    model: (market, op, moment) => changePlan(market, { ...op, door: "mcp" }, moment),
    send: (world, { by, purchase, plan, maxPrice, idem, approval }) =>
      useTool(world, by, "change_plan", {
        purchase_id: idOf(world, purchase),
        plan,
        max_price: credits(maxPrice),
        ...(idem !== null && { idempotency_key: idem }),
        ...(approval && { approval: idOf(world, approval) }),
      }),
    learn,
  }),
  offer_plan: kind<{ by: string; skill: string; account: string; as: string; plan: Plan<string> }>({
    weight: 0.5,
    make: (context) => {
      const { market, random, target, name } = context;
      const found = skill(context, (each) => isListed(market, each) && each.terms.pricing === "subscription");
      const by = found && actor({ ...context, target: null }, found.owner);
      const buyers = [...market.purchases.values()].filter((each) => each.skill === found?.ref);
      const usual = random.chance(0.5) ? (pickFrom(context, buyers)?.buyer ?? null) : null;
      const account = target !== null && market.accounts.has(target) ? target : (usual ?? someone(context));
      const plan = planFor(random.chance(0.9) ? "Own" : "Basic", random);
      return found && by && account ? { by, skill: found.ref, account, as: name("f"), plan } : null;
    },
    model: offerPlan,
    send: async (world, { by, skill: ref, account, plan }) =>
      world.ask(by, "POST", `/v1/developer/skills/${idOf(world, ref)}/offers`, {
        body: { account: await handleOf(world, account), plan: planBody(plan) },
      }),
    learn: ({ ids }, { as }, { body }) => ids.set(as, body.id),
  }),
  withdraw_offer: kind<{ by: string; skill: string; offer: string }>({
    weight: 0.15,
    make: (context) => {
      const offer = pickFrom(context, context.market.offers.values());
      const of = context.market.skills.get(offer?.skill ?? "");
      const by = of && actor({ ...context, target: null }, of.owner);
      return offer && by ? { by, skill: offer.skill, offer: offer.ref } : null;
    },
    model: withdrawOffer,
    send: (world, { by, skill: ref, offer }) =>
      world.ask(by, "DELETE", `/v1/developer/skills/${idOf(world, ref)}/offers/${idOf(world, offer)}`),
  }),
};
