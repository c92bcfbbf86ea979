import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, send } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { PATIENT } from "@/tests/support/patience";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let goOn: () => void = () => {};
const HEAD = { "content-type": "text/event-stream" };
beforeAll(async () => {
  upstream = await startUpstream({
    events: (_, response) => {
      response.writeHead(200, HEAD).write("data: one\n\n");
      goOn = () => response.end("data: two\n\n");
    },
    "cut-off": (_, response) => {
      response.writeHead(200, HEAD).write("data: one\n\n");
      goOn = () => response.destroy();
    },
    flood: (_, response) => {
      response.writeHead(200, HEAD).end("x".repeat(5 * 1024 * 1024));
    },
  });
});
afterAll(() => upstream.close());

async function open(behaviour: string): Promise<{ buyer: Person; response: Response; slug: string }> {
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl(behaviour) });
  const buyer = await personWith(5);
  const path = `/v1/skills/${slug}/execute`;
  const response = await send("POST", path, {
    key: buyer.key,
    body: {},
    headers: { accept: "text/event-stream" },
  });
  return { buyer, response, slug };
}

test("events are passed on as they arrive, the price is held meanwhile, and the end is charged", async () => {
  const { buyer, response } = await open("events");
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("data: one\n\n");
  expect((await call("GET", "/v1/balance", { key: buyer.key })).body).toMatchObject({
    balance: 5,
    held: 0.5,
  });
  goOn();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value;
  expect(rest).toMatch(/^data: two\n\n[\s\S]*event: usage\ndata: .*"cost":0.5/);
  expect((await call("GET", "/v1/balance", { key: buyer.key })).body).toMatchObject({
    balance: 4.5,
    held: 0,
  });
});

test("a stream that breaks off, or grows too large, ends with an error and costs nothing", async () => {
  const { buyer, response } = await open("cut-off");
  goOn();
  expect(await response.text()).toMatch(/^data: one\n\n[\s\S]*event: error\ndata: .*"upstream_failed"/);
  expect(await available(buyer)).toBe(5);
  const flood = await open("flood");
  expect(await flood.response.text()).toContain('"reason":"too_large"');
  expect(await available(flood.buyer)).toBe(5);
});

test("who stops reading before the end is charged all the same once the stream ends well", async () => {
  const { buyer, response } = await open("events");
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  goOn();
  await vi.waitFor(async () => expect(await available(buyer)).toBe(4.5), PATIENT);
});

test("an endpoint that does not stream, or fails, is answered as JSON and costs nothing", async () => {
  for (const behaviour of ["ok", "5xx"]) {
    const { buyer, response } = await open(behaviour);
    expect(response.status).toBe(502);
    expect((await response.json()).error.code).toBe("upstream_failed");
    expect(await available(buyer)).toBe(5);
  }
});

test("a stream takes no Idempotency-Key, since it is not stored", async () => {
  const { buyer, slug, response } = await open("events");
  goOn();
  await response.text();
  const headers = { accept: "text/event-stream", "idempotency-key": "once" };
  const refused = await call("POST", `/v1/skills/${slug}/execute`, { key: buyer.key, body: {}, headers });
  expect([refused.status, refused.body.error.param]).toEqual([400, "Idempotency-Key"]);
});
