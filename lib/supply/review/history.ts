/** The review history of a skill, without administrators' identities for its developer. */
import { type Caller, mayAdminister } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import { priceStepText } from "@/lib/supply/publishing/terms-text";
import type { ReviewAction } from "@/lib/supply/review/schemas";
import { BY_DEVELOPER, MARKETPLACE_NAME } from "@/lib/supply/review/service";
import type { NextTerms } from "@/lib/supply/skills/price-change";

/** Steps of those who decide, which for a private skill are members, too. */
const BY_REVIEWER: ReviewAction[] = ["approve", "reject"];

/**
 * The review history of a skill, newest first: for its developer, without administrators' identities, or for
 * administrators. Throws not_found.
 */
export async function of(caller: Caller, id: string) {
  const skill = await prisma().skill.findUnique({ where: { id }, select: { ownerId: true, visibility: true } });
  const isAdmin = mayAdminister(caller);
  if (!skill || !(skill.ownerId === caller.accountId || (isAdmin && skill.visibility === "public"))) throw notFound();
  const rows = await query<{
    id: string;
    action: ReviewAction;
    revision: number;
    reason: string | null;
    actor_id: string;
    actor_name: string;
    terms_before: NextTerms | null;
    terms_after: NextTerms | null;
    applies_at: Date | null;
    created_at: Date;
  }>(
    "review.history",
    `SELECT e.id, e.action, r.number AS revision, e.reason, e.terms_before, e.terms_after, e.applies_at,
            a.id AS actor_id, a.name AS actor_name, e.created_at
       FROM review_event e JOIN skill_revision r ON r.id = e.revision_id JOIN account a ON a.id = e.actor_id
      WHERE e.skill_id = $1 ORDER BY e.created_at DESC, e.id DESC LIMIT 500`,
    [id],
  );
  const mayKnow = (actorId: string, action: ReviewAction) =>
    isAdmin ||
    actorId === caller.accountId ||
    BY_DEVELOPER.includes(action) ||
    (skill.visibility === "organization" && BY_REVIEWER.includes(action));
  return wholeList(
    rows.map(({ actor_id, actor_name, terms_before, terms_after, applies_at, ...event }) => ({
      ...event,
      reason: priceStepText({ terms_before, terms_after, applies_at }) ?? event.reason,
      actor: mayKnow(actor_id, event.action)
        ? { id: actor_id, name: actor_name }
        : { id: null, name: MARKETPLACE_NAME },
    })),
  );
}
