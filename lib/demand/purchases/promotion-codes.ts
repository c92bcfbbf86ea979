/**
 * Promotion codes of developers. Invariants: a code is used by purchases at most as often as it allows, which
 * `purchase_buy` counts under the lock of its row; what a code takes off lowers the sale itself, so that the fee is of what
 * was paid.
 */

import type { Promotion, PromotionInput } from "@/lib/demand/purchases/promotion-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { type AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { PromotionCode } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { priceToMicros, toCredits } from "@/lib/platform/core/money";
import { type PageRequest, toPage } from "@/lib/platform/core/page";

const MAX_CODES = 200;

/** One answer for a code that is unknown, used up or over, so that codes can't be found by trying. */
export function noPromotion(): AppError {
  return invalid([{ param: "promotion_code", message: "does not apply: it is unknown, used up or has ended" }]);
}

/** The promotion codes of one of the caller's skills, newest first. */
export async function list(caller: Caller, skillId: string, page: PageRequest) {
  await requireOwn(caller, skillId);
  const where = { skillId };
  const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const [rows, count] = await Promise.all([
    prisma().promotionCode.findMany({ where, orderBy, take: page.limit, skip: page.offset }),
    prisma().promotionCode.count({ where }),
  ]);
  return toPage(rows.map(toView), count, page);
}

/** Makes a code for one of the caller's subscriptions. */
export async function create(caller: Caller, skillId: string, input: PromotionInput): Promise<Promotion> {
  const { pricingType } = await requireOwn(caller, skillId);
  if (pricingType !== "subscription")
    throw invalid([
      {
        param: "code",
        message: "lowers the price of a subscription; this skill is paid per call: give free calls instead",
      },
    ]);
  if (input.ends_at && Date.parse(input.ends_at) <= Date.now())
    throw invalid([{ param: "ends_at", message: "must be in the future" }]);
  const data = {
    id: newId(),
    skillId,
    code: input.code,
    percentOff: input.percent_off ?? null,
    amountOffMicros: input.amount_off === undefined ? null : priceToMicros(input.amount_off),
    maxUses: input.max_uses ?? null,
    endsAt: input.ends_at ? new Date(input.ends_at) : null,
  };
  const made = transaction(async (db) => {
    await lockRows(db, "skill", "id", skillId);
    if ((await prisma(db).promotionCode.count({ where: { skillId } })) >= MAX_CODES)
      throw invalid([{ param: "code", message: `can't be added: a skill has at most ${MAX_CODES} codes` }]);
    return prisma(db).promotionCode.create({ data });
  });
  return toView(
    await made.catch((cause: unknown) => {
      if (!violates(cause, "promotion_code_skill_id_code_key")) throw cause;
      throw invalid([{ param: "code", message: "is a code of this skill already; choose another" }]);
    }),
  );
}

/** Ends a code; purchases made with it keep their price. Ended ones stay as they are. */
export async function end(caller: Caller, skillId: string, id: string): Promise<Promotion> {
  await requireOwn(caller, skillId);
  await prisma().promotionCode.updateMany({
    where: { id, skillId, endedAt: null },
    data: { endedAt: new Date() },
  });
  const row = await prisma().promotionCode.findUnique({ where: { id, skillId } });
  if (!row) throw notFound();
  return toView(row);
}

/** What a subscription costs with a code, for an account whose plan may be one that only it was offered. */
export async function quote(slug: string, code: string, plan?: string, accountId: string | null = null) {
  const [row] = await query<{
    skill: string;
    is_there: boolean;
    full_price: string | null;
    price: string | null;
    code: string | null;
  }>(
    "purchases.promotion",
    `SELECT l.slug AS skill, t.is_there, t.price AS full_price, c.code,
       promotion_price(t.price, c.percent_off, c.amount_off_micros) AS price
     FROM listing l
       CROSS JOIN plan_terms(plans_for($4, l.skill_id, l.plans, $3), $3, l.price_micros, l.subscription_interval,
         l.trial_days) AS t
       LEFT JOIN promotion_code c ON c.skill_id = l.skill_id AND c.code = upper($2) AND c.ended_at IS NULL
       AND (c.ends_at IS NULL OR c.ends_at > now()) AND (c.max_uses IS NULL OR c.uses < c.max_uses)
       AND l.pricing_type = 'subscription'
     WHERE l.slug = $1`,
    [slug, code, plan ?? null, accountId],
  );
  if (!row) throw notFound();
  if (!row.is_there)
    throw invalid([{ param: "plan", message: "is not a plan of this skill; see the skill's `plans` for their names" }]);
  if (row.code === null || row.price === null || row.full_price === null) throw noPromotion();
  return {
    code: row.code,
    price: toCredits(BigInt(row.price)),
    full_price: toCredits(BigInt(row.full_price)),
  };
}

async function requireOwn({ accountId }: Caller, id: string): Promise<{ pricingType: string }> {
  const where = { id, ownerId: accountId };
  const skill = await prisma().skill.findUnique({ where, select: { pricingType: true } });
  if (!skill) throw notFound();
  return skill;
}

function toView(row: PromotionCode): Promotion {
  return {
    id: row.id,
    code: row.code,
    percent_off: row.percentOff,
    amount_off: row.amountOffMicros === null ? null : toCredits(row.amountOffMicros),
    max_uses: row.maxUses,
    uses: row.uses,
    ends_at: row.endsAt,
    state: stateOf(row),
    created_at: row.createdAt,
  };
}

function stateOf({ endedAt, endsAt, maxUses, uses }: PromotionCode): Promotion["state"] {
  if (endedAt) return "ended";
  if (endsAt && endsAt.getTime() <= Date.now()) return "expired";
  return maxUses !== null && uses >= maxUses ? "used_up" : "active";
}
