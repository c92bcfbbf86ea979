/**
 * Limits on slugs. Invariant: a submitted slug stays with its skill until that is deleted; an approved slug is never
 * reused, unless a claim gives it, and then it stays with the skill that got it.
 */
import { lockName, prisma, type Queryable, query } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import { notify } from "@/lib/platform/notifications/service";

/** Most skills of one developer, and most of them that no reviewer has approved. */
export const MAX_SKILLS = 500;
const MAX_NEVER_APPROVED = 100;
/** How long an unchanged draft that was never submitted reserves its slug. */
const HELD_DAYS = 30;

/** Checks that a developer may have another skill; serializes concurrent creations. */
export async function requireRoom(db: Queryable, ownerId: string): Promise<void> {
  await lockName(db, `skills:${ownerId}`);
  const { _count: count } = await prisma(db).skill.aggregate({
    where: { ownerId },
    _count: { _all: true, liveRevisionId: true },
  });
  const refuse = (message: string) => invalid([{ param: "slug", message }]);
  if (count._all >= MAX_SKILLS) throw refuse(`a developer has at most ${MAX_SKILLS} skills`);
  if (count._all - count.liveRevisionId >= MAX_NEVER_APPROVED)
    throw refuse(
      `a developer has at most ${MAX_NEVER_APPROVED} skills that were never approved; submit or delete some first`,
    );
}

/**
 * Frees a slug that another developer's stale draft reserves: the draft gets another slug, and its developer is
 * notified. Runs inside the transaction that takes the slug.
 */
export async function release(db: Queryable, slug: string, wantedBy: string): Promise<void> {
  const [former] = await query<{ id: string; owner_id: string; name: string; slug: string }>(
    "slugs.release",
    `UPDATE skill AS s SET slug = rtrim(left(s.slug, 55), '-') || '-'
       || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)
       FROM skill_revision r WHERE s.slug = $1 AND s.owner_id <> $2 AND s.status = 'draft'
         AND s.live_revision_id IS NULL AND s.slug_given_at IS NULL
         AND s.suspended_at IS NULL AND s.updated_at < now() - make_interval(days => ${HELD_DAYS})
         AND NOT EXISTS (SELECT 1 FROM review_event e WHERE e.skill_id = s.id)
         AND NOT EXISTS (SELECT 1 FROM name_claim c WHERE c.state IN ('granted', 'appealed') AND c.held_skill_id = s.id)
         AND r.id = s.current_revision_id
       RETURNING s.id, s.owner_id, r.name, s.slug`,
    [slug, wantedBy],
    db,
  );
  if (!former) return;
  const data = { skill: former.name, skillId: former.id, slug: former.slug, former: slug };
  await notify(db, former.owner_id, `${former.id} ${slug}`, { kind: "slug_released", data });
}
