/** Who is warned of an advisory. */
import { type Queryable, query } from "@/lib/platform/core/db";
import { notifyAll } from "@/lib/platform/notifications/service";
import { type AdvisoryRow, byOf, nameOf } from "@/lib/supply/advisories/rows";

/** Accounts that called a skill within this many days are warned. */
const CALLED_DAYS = 90;
/** Digests that a notification names. */
const MAX_NAMED = 5;

/**
 * Holders of a skill: who bought, downloaded or linked any version, or called it lately; a link to an organization's plugin marketplace
 * has what the organization allows. A yank is about packages only.
 */
const HOLDERS = `
  SELECT buyer_id AS account_id FROM purchase WHERE skill_id = $1 AND buyer_id <> $2
  UNION SELECT account_id FROM usage_record
   WHERE skill_id = $1 AND account_id <> $2 AND kind = 'download' AND status = 'succeeded'
  UNION SELECT i.account_id FROM install_link i JOIN skill s ON s.slug = i.slug WHERE s.id = $1 AND i.account_id <> $2
  UNION SELECT i.account_id FROM install_link i JOIN allowed_skill a ON a.account_id = i.account_id
   WHERE i.slug IS NULL AND a.skill_id = $1 AND a.version IS NOT NULL AND i.account_id <> $2
  UNION SELECT account_id FROM skill_caller_day
   WHERE skill_id = $1 AND account_id <> $2 AND day > utc_day(now()) - $3::int AND $4
  UNION SELECT account_id FROM usage_record
   WHERE skill_id = $1 AND account_id <> $2 AND created_at > now() - make_interval(days => $3) AND $4`;

/** Notifies the holders of its skill of an advisory, in the transaction that published or changed it. */
export async function announce(db: Queryable, row: AdvisoryRow, ownerId: string): Promise<void> {
  const values = [row.skill_id, ownerId, CALLED_DAYS, row.kind !== "yank"];
  const holders = await query<{ account_id: string }>("advisories.holders", HOLDERS, values, db);
  await notifyAll(
    db,
    holders.map(({ account_id }) => account_id),
    `${row.id}:${row.sequence}`,
    {
      kind: "skill_advisory",
      data: {
        advisory: nameOf(row),
        kind: row.kind,
        by: byOf(row),
        skill: row.skill_name,
        slug: row.slug,
        severity: row.severity,
        summary: row.summary,
        action: row.action,
        versions: row.versions.slice(0, MAX_NAMED),
        digests: row.digests.slice(0, MAX_NAMED),
        fixed: row.fixed_version,
        withdrawn: row.withdrawn_at !== null,
      },
    },
  );
}
