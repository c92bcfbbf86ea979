/** Skills like another one: those that the same accounts use, then those with the same words in the same category. */

import type { Caller } from "@/lib/platform/core/caller";
import { catalogSource, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import { limitOf } from "@/lib/supply/catalog/allowed";
import { browse, findListing } from "@/lib/supply/catalog/service";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/supply/catalog/views";
import type { SkillView } from "@/lib/supply/skills/schemas";

const SHOWN = 4;
/** Users of the skill whose other skills count, and the days of use that count. */
const MAX_USERS = 200;
const DAYS = 30;
/** Usage by a single account says nothing about the skills. */
const MIN_USERS = 2;

const CO_USED = `
  WITH users AS MATERIALIZED (
    SELECT DISTINCT account_id FROM (
      SELECT account_id FROM skill_caller_day WHERE skill_id = $1 AND account_id <> $2
       AND day > utc_day(now()) - ${DAYS}
       ORDER BY day DESC LIMIT ${5 * MAX_USERS}) AS newest LIMIT ${MAX_USERS}),
  used AS MATERIALIZED (
    SELECT h.skill_slug, max(h.hour) AS last, count(DISTINCT h.account_id) AS users FROM users u
     JOIN account_usage_hour h ON h.account_id = u.account_id
     WHERE h.hour > now() - make_interval(days => ${DAYS}) GROUP BY 1
       HAVING count(DISTINCT h.account_id) >= ${MIN_USERS})
  SELECT ${LISTING_COLUMNS} FROM used JOIN listing l ON l.slug = used.skill_slug
     -- What was used before the slug was given to it was another skill.
     JOIN skill s ON s.id = l.skill_id AND (s.slug_given_at IS NULL OR used.last >= s.slug_given_at)
   WHERE l.skill_id <> $1 AND ($3::uuid[] IS NULL OR l.skill_id = ANY ($3))
   ORDER BY used.users DESC, l.popularity DESC, l.skill_id LIMIT ${SHOWN}`;

/** Up to four skills related to one, of those that the reader's organization allows. */
export async function related(slug: string, reader: Caller | null) {
  const listing = await findListing(slug, reader);
  if (!listing) throw notFound();
  const { skill_id: id, owner_id: ownerId, name, category } = listing;
  const only = await limitOf(reader);
  const used = await query<ListingRow>("catalog.related", CO_USED, [id, ownerId, only], catalogSource());
  const found = new Map<string, SkillView>(used.map((row) => [row.slug, toSkillView(row)]));
  for (const search of [name, undefined]) {
    if (found.size >= SHOWN) break;
    const { data } = await browse({ category, search, limit: SHOWN + 1, offset: 0 }, reader);
    for (const view of data)
      if (view.slug !== slug && found.size < SHOWN && !found.has(view.slug)) found.set(view.slug, view);
  }
  return wholeList([...found.values()]);
}
