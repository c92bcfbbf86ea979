import { BrowseQuery, Suggestions } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { endpoint } from "@/lib/http/endpoint";

/** Skills shown while somebody types. */
const SHOWN = 6;

/** What the command palette offers while somebody types, also to people without an account. */
export const GET = endpoint(
  {
    access: "public",
    tag: "Marketplace",
    summary: "Skills that match what is being typed",
    query: BrowseQuery.pick({ search: true }),
    result: Suggestions,
  },
  async ({ query }) => {
    const { data } = await catalog.browse({ ...query, limit: SHOWN, offset: 0 }, null);
    return { data };
  },
);
