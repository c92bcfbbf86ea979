import { expect, test } from "vitest";
import { checkPrice } from "@/lib/supply/publishing/text-findings";
import type { Operation } from "@/lib/supply/skills/operation-schemas";

const PAGES = { name: "pages", price_nanos: "1000", most: 10, free: 0 };
const TOOL = { name: "read", description: "Reads.", input_schema: {} } as Operation;
/** A skill that says it is free, and is. */
const GRATIS = {
  name: "Free reader",
  description: "Reads.",
  pricing_type: "usage" as const,
  price_micros: null,
  price_per_call_micros: "0",
  free_calls: 0,
  operations: null,
  operation_prices: {},
  units: [],
  operation_units: {},
};

test.each<[fields: object, found: string | null]>([
  [{ price_per_call_micros: "10000" }, "high"],
  [{ price_per_call_micros: "10000", free_calls: 1 }, "medium"],
  [{ units: [PAGES] }, "high"],
  [{ operations: [TOOL], operation_prices: { read: "10000" } }, "high"],
  [{ operations: [TOOL], operation_units: { read: [PAGES] } }, "high"],
  [{ operations: [TOOL], operation_prices: { read: "0" }, price_per_call_micros: "10000" }, null],
  [{}, null],
])("a skill that says it is free is a finding when any call may cost something: %j", (fields, found) => {
  const [finding] = checkPrice({ ...GRATIS, ...fields });
  expect(finding?.severity ?? null).toBe(found);
});
