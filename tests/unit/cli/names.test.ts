import { expect, test } from "vitest";
import { splitName, toolName } from "@/packages/sdk/src/names";

test.each([
  ["ledger", "ledger", undefined],
  ["ledger/list", "ledger", "list"],
  ["@acme/ledger", "@acme/ledger", undefined],
  ["@acme/ledger/list", "@acme/ledger", "list"],
])("%s names the skill %s and the tool %s", (name, slug, tool) => {
  expect(splitName(name)).toEqual({ slug, tool });
});

test("a private skill's tool has a name that every agent kit takes", () => {
  expect(toolName("@acme/big-ledger")).toBe("acme_big_ledger");
});
