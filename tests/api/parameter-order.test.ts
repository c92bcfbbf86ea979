import { expect, test } from "vitest";
import { toolsFor } from "@/lib/interfaces/mcp/service";
import { parameterRows } from "@/lib/supply/skills/parameter-rows";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

const schemaOf = (...names: string[]) => ({
  type: "object",
  required: ["to"],
  properties: Object.fromEntries(names.map((name) => [name, { type: "string", description: `The ${name}.` }])),
});
/** By no rule of a database: neither short before long nor by the alphabet. */
const SCHEMA = schemaOf("to", "subject", "a_copy_to", "body", "cc");
const REORDERED = schemaOf("body", "to", "cc", "subject", "a_copy_to");
const inOrder = (value: unknown) => JSON.stringify(value);

const read = async (who: Person, path: string) => (await call("GET", path, { key: who.key })).body;

test("parameters keep the developer's order in the draft, the listing, the review, the docs and MCP", async () => {
  const [seller, buyer, admin] = [await person(), await person(), await administrator()];
  const { id, slug } = await liveSkill(seller, { api_schema: SCHEMA });
  const copies = {
    draft: (await read(seller, `/v1/developer/skills/${id}`)).api_schema,
    approved: (await read(seller, `/v1/developer/skills/${id}/approved`)).api_schema,
    listing: (await read(buyer, `/v1/skills/${slug}`)).api_schema,
    "listing, from the cache": (await read(buyer, `/v1/skills/${slug}`)).api_schema,
    review: (await read(admin, `/v1/admin/skills/${id}`)).api_schema,
  };
  for (const [where, schema] of Object.entries(copies))
    expect([where, inOrder(schema)]).toEqual([where, inOrder(SCHEMA)]);
  const rows = parameterRows(copies.listing as Parameters<typeof parameterRows>[0]);
  expect(rows.map(({ name }) => name)).toEqual(["to", "subject", "a_copy_to", "body", "cc"]);
  const caller = { accountId: buyer.id, personId: buyer.id, email: "", name: "", isAdmin: false, key: null };
  const tools = await toolsFor(caller, { skills: [slug] });
  expect(inOrder(tools[slug]?.inputSchema)).toBe(inOrder(SCHEMA));
});

test("a new order is a change: it is stored, reviewed, and listed among the version's changes", async () => {
  const seller = await person();
  const draft = await draftSkill(seller, { api_schema: SCHEMA });
  const change = (id: string) =>
    call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body: { api_schema: REORDERED } });
  expect(inOrder((await change(draft.id)).body.api_schema)).toBe(inOrder(REORDERED));
  const live = await liveSkill(seller, { api_schema: SCHEMA });
  const changed = (await change(live.id)).body;
  expect([changed.status, changed.revision]).toEqual(["pending", 2]);
  const admin = await administrator();
  await call("PATCH", "/v1/admin/skills", { key: admin.key, body: { skill_id: live.id, action: "approve" } });
  expect(inOrder((await read(seller, `/v1/skills/${live.slug}`)).api_schema)).toBe(inOrder(REORDERED));
  const versions = await read(seller, `/v1/skills/${live.slug}/versions`);
  expect(versions.data[0]).toMatchObject({ version: 2, changed: ["parameters"] });
  // The same order again is no change.
  expect((await change(live.id)).body).toMatchObject({ status: "approved", revision: 2 });
});
