import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { env } from "@/lib/platform/core/env";
import { available, personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const host = createHost((_, response) => response.writeHead(404).end());
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let url: string;
beforeAll(async () => {
  upstream = await startUpstream();
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`;
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

describe("requests to /mcp", () => {
  test("without a valid key the answer is 401, and a body that is not JSON is refused", async () => {
    const post = (headers: Record<string, string>, body: string) =>
      fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    for (const headers of [{}, { authorization: "Bearer skm_wrong" }] as Record<string, string>[]) {
      const answer = await post(headers, body);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/resource_metadata=".*\/oauth-protected-resource\/mcp"/);
      expect((await answer.json()).error.code).toBe("unauthorized");
    }
    const { key } = await person();
    const headers = {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
    };
    const broken = await post(headers, "{nope");
    expect([broken.status, await broken.json()]).toEqual([
      400,
      {
        jsonrpc: "2.0",
        id: null,
        error: {
          code: -32700,
          message: expect.any(String),
          data: expect.objectContaining({ code: "invalid_json" }),
        },
      },
    ]);
    expect((await post(headers, `{"a":"${"x".repeat(2 ** 20)}"}`)).status).toBe(413);
    expect((await fetch(url, { headers })).status).toBe(405);
    const foreign = await post({ cookie: "marketplace.session_token=x", origin: "https://evil.example" }, body);
    expect(foreign.status).toBe(403);
  });

  test("a page of another site is refused whatever it brings, and our own pages and programs are not", async () => {
    const { key } = await person();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const ask = (headers: Record<string, string>) =>
      fetch(url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      });
    const authorization = `Bearer ${key}`;
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1.evil.example", ""]) {
      for (const headers of [{ origin }, { origin, authorization }] as Record<string, string>[]) {
        const answer = await ask(headers);
        expect([origin, answer.status, (await answer.json()).error.code]).toEqual([origin, 403, "bad_origin"]);
      }
    }
    expect((await ask({ authorization })).status).toBe(200);
    expect((await ask({ authorization, origin: env().PUBLIC_URL })).status).toBe(200);
  });

  test("a batch is refused whole: a request is one message, so that rate limits count what is done", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person());
    const before = upstream.received.length;
    const message = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "execute_skill", arguments: { slug, parameters: { text: "x" } } },
    });
    for (const batch of [[message(1), message(2)], [message(1)], []]) {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${buyer.key}`,
        },
        body: JSON.stringify(batch),
      });
      expect([answer.status, (await answer.json()).error?.code]).toEqual([400, -32600]);
    }
    expect([upstream.received.length - before, await available(buyer)]).toEqual([0, 10]);
  });
});
