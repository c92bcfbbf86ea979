/** People who set budgets for their account, and for skills. */
import { behind, type Context, kind, pickFrom, pickRef, skill } from "@/tests/year/actors/kinds";
import { asPerson, idOf, slugOf } from "@/tests/year/actors/world";
import * as budgets from "@/tests/year/model/budgets";
import { type Acting, isListed } from "@/tests/year/model/callers";

/** Somebody who buys, so that a budget meets charges. */
function buyer(context: Context): string | null {
  const { market, target, random } = context;
  if (target !== null && market.accounts.has(target)) return target;
  const active = [...market.purchases.values()].filter(({ status }) => status === "active");
  return active.length > 0 && random.chance(0.6) ? random.pick(active).buyer : pickRef(context, market.accounts);
}

export const SAVERS = {
  set_budget: kind<budgets.NewBudget>({
    weight: 0.6,
    needs: "account",
    make: (context) => {
      const { random, market, target } = context;
      const account = buyer(context);
      if (account === null) return null;
      const bought = [...market.purchases.values()].filter((each) => each.buyer === account);
      const wanted = target !== null && market.skills.has(target) ? target : (pickFrom(context, bought)?.skill ?? null);
      const usual = skill(context, (each) => isListed(market, each))?.ref ?? null;
      const isOfSkill = random.chance(0.5) || wanted === target;
      return {
        ...behind(context, account),
        as: context.name("b"),
        skill: isOfSkill ? (wanted ?? usual) : null,
        amount: String(BigInt(random.below(80)) * 250_000n),
        interval: random.pick(["day", "week", "month", "total"]),
      };
    },
    model: budgets.setBudget,
    send: (world, { skill: ref, amount, interval, ...acting }) =>
      asPerson(world, acting, "PUT", "/v1/budgets", {
        kind: ref === null ? "account" : "skill",
        ...(ref !== null && { skill: slugOf(world, ref) }),
        amount: Number(amount) / 1e6,
        period: interval,
      }),
    learn: ({ ids, market }, { as }, { body }) => {
      if (market.budgets.has(as)) ids.set(as, body.id);
    },
  }),
  remove_budget: kind<Acting & { budget: string }>({
    weight: 0.3,
    needs: "account",
    make: (context) => {
      const { market, target, random } = context;
      const own = [...market.budgets.values()].filter(({ account }) => account === target);
      const budget = own.length > 0 ? random.pick(own).ref : pickRef(context, market.budgets);
      const owner = market.budgets.get(budget ?? "")?.account ?? null;
      const account = random.chance(0.9) ? owner : buyer(context);
      return budget && account ? { ...behind(context, account), budget } : null;
    },
    model: budgets.removeBudget,
    send: (world, { budget, ...acting }) => asPerson(world, acting, "DELETE", `/v1/budgets/${idOf(world, budget)}`),
  }),
};
