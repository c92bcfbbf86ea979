import { shownAccount } from "@/lib/identity/accounts/acting";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as categories from "@/lib/supply/catalog/categories";
import * as publishers from "@/lib/supply/catalog/publishers";
import { BrowseQuery, Suggestions } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

/** Suggestions of skills, publishers and categories. */
const SKILLS_SHOWN = 6;
const PUBLISHERS_SHOWN = 3;
const CATEGORIES_SHOWN = 3;

/** Suggestions for the search field and the command palette: public, but for members only of skills that their organization allows. */
export const GET = endpoint(
  {
    access: "public",
    tag: "Marketplace",
    summary: "Suggest skills, publishers and categories as the user types",
    query: BrowseQuery.pick({ search: true }),
    result: Suggestions,
  },
  async ({ query: { search = "" }, request: { headers } }) => {
    const caller = await authenticateSession(headers, { actingFor: shownAccount(headers) });
    const [{ data }, found, known] = await Promise.all([
      catalog.browse({ search, collapse: "true", limit: SKILLS_SHOWN, offset: 0 }, caller),
      publishers.suggest(search, PUBLISHERS_SHOWN),
      categories.list(),
    ]);
    return { data, publishers: found, categories: categoriesLike(search, known) };
  },
);

/** Categories of which a word of the title begins so. */
function categoriesLike(text: string, known: categories.CategoryInfo[]) {
  const term = text.trim().toLowerCase();
  if (!term) return [];
  return known.filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${term}`)).slice(0, CATEGORIES_SHOWN);
}
