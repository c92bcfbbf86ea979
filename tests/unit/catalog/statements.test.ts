import { describe, expect, test } from "vitest";
import { BrowseQuery, SORTS } from "@/lib/catalog/schemas";
import { parseSearch } from "@/lib/catalog/search-query";
import { browseStatement, type Statement, searchStatement } from "@/lib/catalog/statements";

/** What PostgreSQL keeps of a name. */
const NAME_BYTES = 63;
const SEARCHES = ["%", "a", "a b", "text", "text b", Array(9).fill("word").join(" ")];

/** Every way to ask the catalogue that makes a difference to its statements. */
function* queries(): Generator<BrowseQuery> {
  for (const category of [undefined, "writing"])
    for (const pricing_type of [undefined, "usage"])
      for (const publisher of [undefined, "ada-lovelace"])
        for (const sort of [undefined, ...SORTS])
          for (const limit of ["1", "20", "21", "100"])
            for (const offset of ["0", "20"])
              yield BrowseQuery.parse({ category, pricing_type, publisher, sort, limit, offset });
}

function* statements(): Generator<Statement> {
  for (const query of queries()) {
    yield browseStatement(query);
    for (const search of SEARCHES.map(parseSearch)) if (search) yield searchStatement(query, search);
  }
}

describe("prepared statements of the catalogue", () => {
  test("a name stands for one text, also when PostgreSQL has cut it to its 63 bytes", () => {
    const texts = new Map<string, string>();
    const wrong = new Set<string>();
    for (const { name, text } of statements()) {
      const kept = Buffer.from(name).subarray(0, NAME_BYTES).toString();
      if (kept !== name || (texts.get(kept) ?? text) !== text) wrong.add(name);
      texts.set(kept, text);
    }
    expect([...wrong]).toEqual([]);
    expect(texts.size).toBeGreaterThan(100);
  });
});
