import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { available, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const host = createHost((_, response) => response.writeHead(404).end());
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let mcp: string;
let metered: TestSkill;
let bought: TestSkill;
beforeAll(async () => {
  upstream = await startUpstream();
  mcp = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`;
  metered = await liveSkill(await person());
  bought = await liveSkill(await person(), subscription());
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

/** A key of somebody that may use no skill but one. */
async function keyFor({ key }: Person, slug: string): Promise<string> {
  return String((await call("POST", "/v1/keys", { key, body: { skills: [slug] } })).body.api_key);
}

const once = (name: string) => ({ "idempotency-key": name });
const buy = (key: string) =>
  call("POST", `/v1/skills/${bought.slug}/purchase`, { key, body: {}, headers: once("buy") });

/** Calls a tool as a client of MCP does, and returns the text of its answer. */
async function tool(key: string, name: string, args: object): Promise<string> {
  const answer = await fetch(mcp, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await answer.text();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  return result.content[0].text;
}

describe("a stored answer is repeated only to a key that may make its request", () => {
  test("by /v1: a call, a purchase and the request of its refund", async () => {
    const buyer = await personWith(10);
    const other = await keyFor(buyer, "another-skill");
    const fits = await keyFor(buyer, bought.slug);
    expect((await run(buyer.key, metered.slug, {}, once("run"))).status).toBe(200);
    const { body } = await buy(buyer.key);
    const { id } = body.purchase as { id: string };
    const refund = (key: string) =>
      call("POST", `/v1/purchases/${id}/refund-request`, {
        key,
        body: { reason: "It does not work for me at all." },
        headers: once("refund"),
      });
    expect((await refund(buyer.key)).status).toBe(200);
    for (const ask of [() => run(other, metered.slug, {}, once("run")), () => buy(other), () => refund(other)]) {
      const { status, body } = await ask();
      expect([status, body.error.code]).toEqual([403, "key_scope"]);
    }
    for (const { status, headers } of [await buy(fits), await refund(fits)])
      expect([status, headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(await available(buyer)).toBe(4.5);
  });

  test("by /mcp", async () => {
    const buyer = await personWith(10);
    const other = await keyFor(buyer, "another-skill");
    const asked = { slug: metered.slug, parameters: {}, max_price: 1, idempotency_key: "run" };
    const wanted = { slug: bought.slug, max_price: 5, idempotency_key: "buy" };
    for (const [name, args] of [
      ["execute_skill", asked],
      ["purchase_skill", wanted],
    ] as const) {
      expect(await tool(buyer.key, name, args)).not.toContain("key_scope");
      expect(await tool(other, name, args)).toMatch(/^key_scope: /);
    }
    expect(await available(buyer)).toBe(4.5);
  });
});

describe("what is the same request under one Idempotency-Key", () => {
  test("the same JSON with its fields in another order, at every depth, and of a batch", async () => {
    const buyer = await personWith(10);
    const [one, other] = [
      { a: 1, b: { c: [{ d: 1, e: 2 }], f: 3 } },
      { b: { f: 3, c: [{ e: 2, d: 1 }] }, a: 1 },
    ];
    expect((await run(buyer.key, metered.slug, one, once("order"))).status).toBe(200);
    const again = await run(buyer.key, metered.slug, other, once("order"));
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    const reordered = await run(buyer.key, metered.slug, { a: 1, b: { c: [{ d: 2, e: 1 }], f: 3 } }, once("order"));
    expect(reordered.body.error.code).toBe("idempotency_key_reused");
    const batch = (input: object) =>
      call("POST", `/v1/skills/${metered.slug}/batches`, {
        key: buyer.key,
        body: { inputs: [input] },
        headers: once("batch"),
      });
    await batch(one);
    expect((await batch(other)).text).toContain('"replayed":true');
    expect(await available(buyer)).toBe(9);
  });

  test("a call that prefers a run is another request than one that waits", async () => {
    const buyer = await personWith(10);
    const later = { ...once("later"), prefer: "respond-async" };
    const started = await run(buyer.key, metered.slug, {}, later);
    expect(started.body.state).toBe("running");
    const refused = await run(buyer.key, metered.slug, {}, once("later"));
    expect([refused.status, refused.body.error.code]).toEqual([400, "idempotency_key_reused"]);
    expect((await run(buyer.key, metered.slug, {}, later)).body.id).toBe(started.body.id);
    await expect
      .poll(async () => (await call("GET", `/v1/runs/${started.body.id}`, { key: buyer.key })).body.state)
      .toBe("succeeded");
  });
});
