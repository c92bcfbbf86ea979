import { beforeAll, describe, expect, test } from "vitest";
import { SearchInput } from "@/lib/interfaces/mcp/schemas";
import { pool } from "@/lib/platform/core/db";
import { FILTER_NAMES, FILTERS, TRAIT_FILTERS, valuesOf } from "@/lib/supply/catalog/filters";
import { BrowseQuery, SkillList } from "@/lib/supply/catalog/schemas";
import { liveSkill, person } from "@/tests/support/people";

const VALUES = TRAIT_FILTERS.flatMap((name) =>
  Object.entries(valuesOf(name)).map(([value, { bit, holds }]) => ({ name: `${name}=${value}`, bit, holds })),
);
const EXPRESSION = VALUES.map(({ bit, holds }) => `CASE WHEN ${holds} THEN ${bit} ELSE 0 END`).join(" + ");

/** Makes listings differ in what filters ask for: extend it for a filter by another column. */
const VARIETY = `UPDATE listing l SET execution_type = (ARRAY['api', 'download', 'both'])[1 + v.n % 3],
  pricing_type = CASE v.n % 2 WHEN 0 THEN 'usage' ELSE 'subscription' END, price_micros = v.n % 4 / 2 * 1000000,
  price_per_call_micros = v.n % 3 * 1000000, free_calls = v.n % 5, developer_verified = v.n % 7 < 3,
  rating_count = v.n % 4, rating_sum = v.n % 4 * (1 + v.n % 5)
  FROM (SELECT skill_id, row_number() OVER (ORDER BY skill_id)::int AS n FROM listing) AS v WHERE v.skill_id = l.skill_id`;

beforeAll(async () => {
  const owner = await person();
  for (let n = 0; n < 16; n++) await liveSkill(owner);
});

describe("the list of filters", () => {
  test("has a bit of its own for each value", () => {
    const bits = VALUES.map(({ bit }) => bit).sort((a, b) => a - b);
    expect(bits).toEqual(bits.map((_, at) => 2 ** at));
  });

  test("is what the column listing.traits says", async () => {
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query(VARIETY);
      const { rows } = await client.query<Record<string, number>>(
        `SELECT l.traits, ${EXPRESSION} AS expected FROM listing l`,
      );
      const wrong = rows.filter(({ traits, expected }) => traits !== expected);
      expect(
        wrong,
        `Write a migration: ALTER TABLE "listing" ALTER COLUMN "traits" SET EXPRESSION AS (${EXPRESSION});`,
      ).toEqual([]);
      for (const { name, bit } of VALUES) {
        const withIt = rows.filter(({ expected = 0 }) => (expected & bit) !== 0).length;
        expect([withIt > 0, withIt < rows.length], `VARIETY has listings with and without ${name}`).toEqual([
          true,
          true,
        ]);
      }
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  test.each(FILTER_NAMES)("%s is a filter of the API and of MCP, under its description", (name) => {
    const { description } = FILTERS[name];
    expect(BrowseQuery.shape[name].description).toBe(description);
    expect(Object.keys(SearchInput.shape)).toContain(name);
    expect(description).toMatch(/^Only /);
  });

  test("counts every filter but the publisher's", () => {
    const facets = SkillList.shape.facets.unwrap();
    expect(Object.keys(facets.shape)).toEqual(FILTER_NAMES.filter((name) => name !== "publisher"));
  });
});
