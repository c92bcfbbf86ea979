import type { FirstSkill } from "@/components/keys/secret";
import type { Caller } from "@/lib/platform/core/caller";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";
import { mostOf } from "@/lib/supply/skills/price-text";
import { exampleFor } from "@/lib/supply/skills/schema-example";

const ONE = BrowseQuery.parse({ free_calls: "true", execution_type: "api", sort: "popular", limit: "1" });

/** The skill that a new key calls first: the most popular one with free calls, with an input that it takes. Null without one. */
export async function firstSkill(caller: Caller): Promise<FirstSkill | null> {
  const { data } = await catalog.browse(ONE, caller);
  const listing = data[0] && (await catalog.findListing(data[0].slug, caller));
  if (!listing) return null;
  const [example] = listing.examples ?? [];
  return {
    slug: listing.slug,
    name: listing.name,
    input: JSON.stringify(example?.input ?? exampleFor(listing.api_schema ?? {})),
    maxPrice: data[0] ? mostOf(data[0]) : 0,
  };
}
