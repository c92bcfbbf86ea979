/**
 * The private skills of one organization, which its members list and search by the code of the marketplace's own catalog. Invariants:
 * an index is of one organization and never shared; it is as new as the skills when it is asked.
 */

import { Cache } from "@/lib/platform/core/cache";
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { type Page, type PageRequest, toPage } from "@/lib/platform/core/page";
import { ask } from "@/lib/supply/catalog/following";
import { privateOf } from "@/lib/supply/catalog/listings";
import { MemoryCatalog } from "@/lib/supply/catalog/memory";
import { reasonText } from "@/lib/supply/catalog/reasons";
import type { ListingDetail } from "@/lib/supply/catalog/service";
import { toSkillView } from "@/lib/supply/catalog/views";
import type { SkillView } from "@/lib/supply/skills/schemas";

const MAX_BYTES = 16 * 1024 * 1024;
/** About what the words of a skill need in an index. */
const BYTES_A_SKILL = 4_096;
/** Counts of calls, which order the list, may be this old. */
const TTL_MS = 10 * 60 * 1000;

/** What a list shows of a skill; its texts and schemas are read on its page. */
type Shown = { view: SkillView; samples: string[] | null };
type Index = { state: string; shown: Map<string, Shown>; bytes: number; catalog: MemoryCatalog };
const indexes = new Cache<Index>({
  name: "private_catalogs",
  maxBytes: MAX_BYTES,
  ttlMs: TTL_MS,
  bytesOf: ({ bytes }) => bytes,
});

// Each skill by itself: of two changes at the same time, the later one may commit first.
const STATE = `SELECT concat_ws(' ', a.handle, a.name, a.verified_at, a.suspended_at, md5(string_agg(
    concat_ws(' ', s.id, s.slug, s.live_revision_id, r.category, s.updated_at), ',' ORDER BY s.id))) AS state
  FROM account a LEFT JOIN skill s ON s.owner_id = a.id AND s.visibility = 'organization' AND s.suspended_at IS NULL
    LEFT JOIN skill_revision r ON r.id = s.live_revision_id
  WHERE a.id = $1 GROUP BY a.id`;

const shownOf = (row: ListingDetail): Shown => ({ view: toSkillView(row), samples: row.sample_queries });
const bytesOf = (shown: Shown) => BYTES_A_SKILL + 2 * JSON.stringify(shown).length;

async function indexOf(organizationId: string): Promise<Index> {
  const [{ state } = { state: "" }] = await query<{ state: string }>("catalog.private.state", STATE, [organizationId]);
  const known = indexes.get(organizationId, (index) => index.state === state);
  if (known) return known;
  const listings = await privateOf(organizationId);
  const catalog = new MemoryCatalog();
  for (const row of listings)
    catalog.put({
      ...row,
      sample_queries: row.sample_queries,
      publisher: row.developer_handle,
      traits: 0,
      popularity: Number(row.call_count),
      week_uses: 0,
      price_rank: 0,
      rating_score: 0,
      published_at: row.published_at.getTime() / 1000,
    });
  for (const _ of catalog.sorting());
  for (const _ of catalog.tidying());
  const shown = new Map(listings.map((row) => [row.skill_id, shownOf(row)]));
  const bytes = [...shown.values()].reduce((sum, one) => sum + bytesOf(one), 0);
  const index = { state, shown, bytes, catalog };
  indexes.set(organizationId, index);
  return index;
}

type Asked = PageRequest & { search?: string | undefined; category?: string | undefined };

/** One page of the private skills of the organization for which a caller acts: the most used first, or what a search finds. */
export async function browse(
  { accountId, organization }: Pick<Caller, "accountId" | "organization">,
  { search, category, limit, offset }: Asked,
): Promise<Page<SkillView>> {
  if (!organization) return toPage([], 0, { limit, offset });
  const { catalog, shown } = await indexOf(accountId);
  catalog.categories = (await ask({})).categories;
  const { page } = catalog.answer({ list: { search, category, traits: 0, limit, offset } });
  const found = (page?.listed ?? []).flatMap(({ id, reason }) => {
    const found = shown.get(id);
    const match = found && reason && reasonText(reason, found.samples);
    return found ? [{ ...found.view, ...(match && { match }) }] : [];
  });
  return toPage(found, page?.total ?? 0, { limit, offset });
}
