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
/** About what an index needs beside the texts of a skill. */
const BYTES_A_SKILL = 4_096;

type Index = { state: string; rows: Map<string, ListingDetail>; catalog: MemoryCatalog };
const indexes = new Cache<Index>({
  name: "private_catalogs",
  maxBytes: MAX_BYTES,
  bytesOf: ({ rows }) => rows.size * BYTES_A_SKILL,
});

const STATE = `SELECT concat_ws(' ', count(*), max(s.updated_at), a.handle, a.name) AS state
  FROM account a LEFT JOIN skill s ON s.owner_id = a.id AND s.visibility = 'organization' AND s.suspended_at IS NULL
  WHERE a.id = $1 GROUP BY a.name, a.handle`;

async function indexOf(organizationId: string): Promise<Index> {
  const [{ state } = { state: "" }] = await query<{ state: string }>("catalog.private.state", STATE, [organizationId]);
  const known = indexes.get(organizationId, (index) => index.state === state);
  if (known) return known;
  const listings = await privateOf(organizationId);
  const { categories } = await ask({});
  const catalog = new MemoryCatalog();
  catalog.settings = { categories, synonyms: [] };
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
  const index = { state, rows: new Map(listings.map((row) => [row.skill_id, row])), catalog };
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
  const { catalog, rows } = await indexOf(accountId);
  const { page } = catalog.answer({ list: { search, category, traits: 0, limit, offset } });
  const found = (page?.listed ?? []).flatMap(({ id, reason }) => {
    const row = rows.get(id);
    const match = row && reason && reasonText(reason, row.sample_queries);
    return row ? [{ ...toSkillView(row), ...(match && { match }) }] : [];
  });
  return toPage(found, page?.total ?? 0, { limit, offset });
}
