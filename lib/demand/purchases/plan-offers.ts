/**
 * Plans that a seller offers to one account alone. Invariants: no one else sees, buys or learns of one; an account has at most one
 * offer of a skill. It is bought by its name, as any plan is (`plans_for`), and who has bought it keeps it when it is withdrawn.
 */
import type { PlanOffer, PlanOfferInput } from "@/lib/demand/purchases/plan-offer-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { wholeList } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";
import { namesOf } from "@/lib/supply/skills/names";
import { isSamePlan, ONLY_PLAN, type PlanTerms, planTermsOf, toPlan } from "@/lib/supply/skills/plans";

const MAX_OFFERS = 200;

const WITH_ACCOUNT = { account: { select: { handle: true, name: true } } };
type Row = {
  id: string;
  skillId: string;
  plan: unknown;
  createdAt: Date;
  account: { handle: string; name: string };
};

/** The plans of one of the caller's skills that are offered to one account each, newest first. Throws not_found. */
export async function list({ accountId }: Caller, skillId: string) {
  if (!(await prisma().skill.findUnique({ where: { id: skillId, ownerId: accountId }, select: { id: true } })))
    throw notFound();
  const rows = await prisma().planOffer.findMany({
    where: { skillId },
    include: WITH_ACCOUNT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_OFFERS,
  });
  return wholeList(await toViews(rows));
}

/**
 * Offers a plan of one of the caller's skills to one account, which is notified. Throws not_found, and invalid_request for
 * a skill that is no subscription on the marketplace, for an account that is unknown, the seller's or has an offer, and for
 * a plan that is public, that includes calls of a package, or that has the name of the account's current plan.
 */
export async function create({ accountId }: Caller, skillId: string, input: PlanOfferInput): Promise<PlanOffer> {
  const id = newId();
  const [plan] = planTermsOf([input.plan]);
  if (!plan) throw new Error("A plan has terms.");
  await transaction(async (db) => {
    await lockRows(db, "skill", "id", skillId);
    const skill = await prisma(db).skill.findUnique({
      where: { id: skillId, ownerId: accountId },
      select: { nextTerms: true },
    });
    if (!skill) throw notFound();
    const listing = await prisma(db).listing.findUnique({ where: { skillId } });
    if (listing?.pricingType !== "subscription")
      throw invalid([{ param: "id", message: "must be a subscription that is on the marketplace; publish it first" }]);
    requireFits(plan, listing, (skill.nextTerms as { plans?: PlanTerms[] } | null)?.plans ?? []);
    const account = await prisma(db).account.findFirst({
      where: { handle: input.account, closedAt: null },
      select: { id: true },
    });
    if (!account || account.id === accountId)
      throw invalid([{ param: "account", message: "is no other account's handle; ask the buyer for theirs" }]);
    if (await prisma(db).planOffer.findFirst({ where: { skillId, accountId: account.id }, select: { id: true } }))
      throw invalid([{ param: "account", message: "already has an offer of this skill; withdraw that first" }]);
    const running = await prisma(db).purchase.findFirst({
      where: { skillId, buyerId: account.id, status: "active" },
      select: { plan: true },
    });
    // Plans are changed by name, so a plan with the same name could not be chosen.
    if (running && isSamePlan(running.plan ?? ONLY_PLAN, plan.name))
      throw invalid([
        { param: "plan.name", message: "is the name of the plan that this account has; choose another name" },
      ]);
    if ((await prisma(db).planOffer.count({ where: { skillId } })) >= MAX_OFFERS)
      throw invalid([{ param: "id", message: `has ${MAX_OFFERS} offers, the maximum; withdraw some first` }]);
    await prisma(db).planOffer.create({ data: { id, skillId, accountId: account.id, plan } });
    await notify(db, account.id, id, { kind: "plan_offered", data: { skill: listing.name, slug: listing.slug, id } });
  });
  const row = await prisma().planOffer.findUnique({ where: { id }, include: WITH_ACCOUNT });
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

/** `announced` are the plans that the skill will have. */
function requireFits(
  plan: PlanTerms,
  listing: { plans: unknown; executionType: string },
  announced: PlanTerms[],
): void {
  const sold = listing.plans as PlanTerms[];
  const names = [...sold, ...announced].map(({ name }) => name);
  if ((sold.length === 0 ? [ONLY_PLAN, ...names] : names).some((name) => isSamePlan(name, plan.name)))
    throw invalid([{ param: "plan.name", message: "is the name of a plan that everybody sees; choose another name" }]);
  const field = plan.included_calls !== null ? "included_calls" : plan.included_units ? "included_units" : null;
  if (field && listing.executionType === "download")
    throw invalid([
      { param: `plan.${field}`, message: "is for calls, and this skill is a package only; leave it out" },
    ]);
}

/** Withdraws an offer. Who has bought the plan keeps it. Throws not_found. */
export async function withdraw({ accountId }: Caller, skillId: string, id: string): Promise<PlanOffer> {
  const row = await prisma().planOffer.findFirst({
    where: { id, skillId, skill: { ownerId: accountId } },
    include: WITH_ACCOUNT,
  });
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  await prisma().planOffer.deleteMany({ where: { id } });
  return view;
}

/** The offers to the caller, newest first, of skills that are on the marketplace. */
export async function listOwn({ accountId }: Pick<Caller, "accountId">) {
  const rows = await prisma().planOffer.findMany({
    where: { accountId },
    include: WITH_ACCOUNT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_OFFERS,
  });
  const sold = await prisma().listing.findMany({
    where: { skillId: { in: rows.map(({ skillId }) => skillId) }, pricingType: "subscription" },
    select: { skillId: true },
  });
  return wholeList(await toViews(rows.filter(({ skillId }) => sold.some((one) => one.skillId === skillId))));
}

/** The plan of a skill that only the caller is offered, and whether its trial is free for them; null without one. */
export async function offered({ accountId }: Pick<Caller, "accountId">, skillId: string) {
  const [row] = await query<{ plan: PlanTerms; trial: string | null }>(
    "purchases.offered",
    "SELECT plan, trial_use(account_id, skill_id) AS trial FROM plan_offer WHERE account_id = $1 AND skill_id = $2",
    [accountId, skillId],
  );
  return row ? { ...toPlan(row.plan), isFreeAtFirst: row.trial === "available" } : null;
}

async function toViews(rows: Row[]): Promise<PlanOffer[]> {
  const skills = await namesOf(rows.map(({ skillId }) => skillId));
  return rows.map(({ id, skillId, plan, createdAt, account: { handle, name } }) => ({
    id,
    skill: { slug: "", name: "", ...skills.get(skillId) },
    account: { handle, name },
    plan: toPlan(plan as PlanTerms),
    url: `${env().PUBLIC_URL}/skills/${skills.get(skillId)?.slug ?? ""}?offer=${id}`,
    created_at: createdAt,
  }));
}
