import { SORTS } from "@/lib/supply/catalog/filters";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { parseSearch } from "@/lib/supply/catalog/search-query";
import { browseStatement, type Statement, searchStatement } from "@/lib/supply/catalog/statements";

const SEARCHES = ["%", "a", "a b", "text", "text b", Array(9).fill("word").join(" ")];

/** Every way to ask the catalogue that makes a difference to its statements. */
function* queries(): Generator<BrowseQuery> {
  for (const category of [undefined, "writing"])
    for (const pricing_type of [undefined, "usage", "subscription"] as const)
      for (const publisher of [undefined, "ada-lovelace"])
        for (const sort of [undefined, ...SORTS])
          for (const limit of ["1", "20", "21", "100"])
            for (const offset of ["0", "20"])
              yield BrowseQuery.parse({ category, pricing_type, publisher, sort, limit, offset });
}

/** Every statement with which the catalog is listed and searched. */
export function* catalogStatements(): Generator<Statement> {
  for (const query of queries()) {
    yield browseStatement(query);
    for (const search of SEARCHES.map(parseSearch)) if (search) yield searchStatement(query, search);
  }
}
