import { expect, test } from "vitest";
import { Marketplace } from "@/packages/sdk/src/index";
import { splitName } from "@/packages/sdk/src/names";
import { toolName } from "@/packages/sdk/src/tools";

test.each([
  ["ledger", "ledger", undefined],
  ["ledger/list", "ledger", "list"],
  ["@acme/ledger", "@acme/ledger", undefined],
  ["@acme/ledger/list", "@acme/ledger", "list"],
])("%s names the skill %s and the tool %s", (name, slug, tool) => {
  expect(splitName(name)).toEqual({ slug, tool });
});

test("a private skill and its tools are run at their own paths", async () => {
  const seen: string[] = [];
  const market = new Marketplace({
    apiKey: "k",
    baseUrl: "https://example.com",
    fetch: async (input) => {
      seen.push(new URL(String(input)).pathname);
      return Response.json({ result: null });
    },
  });
  await market.skills.run("@acme/ledger", {});
  await market.skills.run("@acme/ledger/list", {});
  expect(seen).toEqual(["/v1/skills/%40acme%2Fledger/execute", "/v1/skills/%40acme%2Fledger/tools/list/execute"]);
});

test("a private skill's tool has a name that every agent kit takes", () => {
  expect(toolName("@acme/big-ledger")).toBe("acme_big_ledger");
});
