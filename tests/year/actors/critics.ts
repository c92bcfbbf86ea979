/** Those who review and report skills, and the administrators and developers who answer them. */
import { actor, administrator, type Context, kind, pickFrom, pickRef, skill, someone } from "@/tests/year/actors/kinds";
import { idOf, slugOf } from "@/tests/year/actors/world";
import { isListed } from "@/tests/year/model/callers";
import * as opinions from "@/tests/year/model/opinions";
import * as skills from "@/tests/year/model/skills";

const text = "A year of the market.";

/** A skill, and mostly somebody who has bought it. */
function ofUser(context: Context): { by: string; skill: string } | null {
  const found = skill(context, (each) => isListed(context.market, each));
  const buyers = [...context.market.purchases.values()].filter(({ skill: bought }) => bought === found?.ref);
  const usual = context.random.chance(0.7) ? (pickFrom(context, buyers)?.buyer ?? null) : null;
  const by = actor(context, usual ?? someone(context));
  return found && by ? { by, skill: found.ref } : null;
}

export const CRITICS = {
  write_review: kind<{ by: string; skill: string; as: string; rating: number }>({
    weight: 1,
    make: (context) => {
      const use = ofUser(context);
      return use && { ...use, as: context.name("v"), rating: 1 + context.random.below(5) };
    },
    model: opinions.writeReview,
    send: (world, { by, skill: ref, rating }) =>
      world.ask(by, "PUT", `/v1/skills/${slugOf(world, ref)}/reviews`, { body: { rating, text } }),
    learn: ({ ids, market }, { as }, { body }) => {
      if (market.reviews.has(as)) ids.set(as, body.id);
    },
  }),
  delete_review: kind<{ by: string; skill: string }>({
    weight: 0.3,
    make: (context) => {
      const { market, target } = context;
      const written = pickFrom(
        context,
        [...market.reviews.values()].filter(({ skill: of }) => !market.skills.has(target ?? "") || of === target),
      );
      const by = written && actor(context, written.author);
      return written && by
        ? { by, skill: market.skills.has(target ?? "") ? String(target) : written.skill }
        : ofUser(context);
    },
    model: opinions.deleteReview,
    send: (world, { by, skill: ref }) => world.ask(by, "DELETE", `/v1/skills/${slugOf(world, ref)}/reviews`),
  }),
  reply: kind<{ by: string; review: string; text: string | null }>({
    weight: 0.6,
    make: (context) => {
      const { market, random, target } = context;
      const ofSkill = [...market.reviews.values()].filter(({ skill: of }) => of === target);
      const review = pickFrom(context, ofSkill)?.ref ?? pickRef(context, market.reviews);
      const of = market.reviews.get(review ?? "")?.skill ?? "";
      const by = review && actor({ ...context, target: null }, market.skills.get(of)?.owner ?? null);
      return review && by ? { by, review, text: random.chance(0.7) ? `${context.name("e")} answers.` : null } : null;
    },
    model: opinions.replyToReview,
    send: (world, { by, review, text: reply }) =>
      reply === null
        ? world.ask(by, "DELETE", `/v1/developer/reviews/${idOf(world, review)}/reply`)
        : world.ask(by, "PUT", `/v1/developer/reviews/${idOf(world, review)}/reply`, { body: { text: reply } }),
  }),
  report: kind<{ by: string; skill: string; as: string }>({
    weight: 0.6,
    make: (context) => {
      const use = ofUser(context);
      return use && { ...use, as: context.name("t") };
    },
    model: opinions.report,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "POST", `/v1/skills/${slugOf(world, ref)}/reports`, {
        body: { kind: "misleading", text },
      }),
    learn: ({ ids }, { as }, { body }) => ids.set(as, body.id),
  }),
  decide_report: kind<Parameters<typeof opinions.decideReport>[1]>({
    weight: 0.4,
    refunds: true,
    make: (context) => {
      const { market, target, random } = context;
      const open = [...market.reports.values()].filter(({ state }) => state === "open");
      const report =
        target !== null && market.reports.has(target)
          ? target
          : open.length > 0
            ? random.pick(open).ref
            : pickRef(context, market.reports);
      const by = actor(
        { ...context, target: market.reports.has(target ?? "") ? null : target },
        administrator(context),
      );
      return report && by
        ? { by, report, action: random.pick(["dismiss", "warn", "suspend"]), as: context.name("n") }
        : null;
    },
    model: opinions.decideReport,
    send: (world, { by, report, action }) =>
      world.ask(by, "POST", `/v1/admin/reports/${idOf(world, report)}/decision`, {
        body: { action, note: text },
      }),
  }),
  appeal: kind<{ by: string; skill: string }>({
    weight: 0.6,
    make: (context) => {
      const found = skill(context, ({ status }) => status === "rejected");
      const by = found && actor({ ...context, target: null }, found.owner);
      return found && by ? { by, skill: found.ref } : null;
    },
    model: skills.appeal,
    send: (world, { by, skill: ref }) =>
      world.ask(by, "POST", `/v1/developer/skills/${idOf(world, ref)}/appeal`, { body: { reason: text } }),
  }),
};
