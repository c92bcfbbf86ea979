import { expect, test } from "vitest";
import { z } from "zod";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { FILTER_OPTIONS, FILTERS_USAGE, filtersOf } from "@/packages/cli/src/filters";

type Filter = { enum?: string[]; $ref?: string; allOf?: { $ref?: string }[] };

test("the CLI searches by every filter of the API, and names the values of each", () => {
  const { properties = {}, $defs = {} } = z.toJSONSchema(BrowseQuery, { io: "input" });
  // Enumerations with a name of their own are referred to by it.
  const valuesOf = ({ enum: values, $ref, allOf }: Filter): string[] | undefined => {
    const name = ($ref ?? allOf?.find((part) => part.$ref)?.$ref)?.split("/").at(-1);
    return values ?? (name === undefined ? undefined : ($defs[name] as Filter | undefined)?.enum);
  };
  // The words are arguments, the pages are the command's own, and facets and near copies as one result are no filters; what an
  // organization allows its members is all that they find.
  const {
    search: _,
    limit: __,
    offset: ___,
    facets: ____,
    collapse: _____,
    allowed: ______,
    ...filters
  } = properties as Record<string, Filter>;
  const flags = Object.keys(FILTER_OPTIONS).map((flag) => flag.replaceAll("-", "_"));
  expect(flags.sort()).toEqual(Object.keys(filters).sort());
  for (const [name, filter] of Object.entries(filters)) {
    const values = valuesOf(filter);
    const flag = `[--${name.replaceAll("_", "-")}`;
    if (values?.includes("true")) expect(FILTERS_USAGE).toContain(`${flag}]`);
    else if (values) expect(FILTERS_USAGE).toContain(`${flag} ${values.join("|")}]`);
    else expect(FILTERS_USAGE).toContain(`${flag} <`);
  }
});

test("flags become filters; a switch stands alone", () => {
  expect(FILTER_OPTIONS).toMatchObject({
    "free-calls": { type: "boolean" },
    "min-rating": { type: "string" },
  });
  expect(filtersOf({ "free-calls": true, "min-rating": "4", limit: "3" })).toEqual({
    free_calls: "true",
    min_rating: "4",
  });
});
