import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { release } from "@/lib/demand/execution/holds";
import { announceEnded } from "@/lib/demand/execution/runs";
import { deliverDue } from "@/lib/interfaces/webhooks/deliveries";
import { query } from "@/lib/platform/core/db";
import { type Answer, call } from "@/tests/support/api";
import { available, personWith, run } from "@/tests/support/money";
import { PATIENT } from "@/tests/support/patience";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { webhook } from "@/tests/support/webhooks";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
/** Lets go of the calls that wait. */
let answerAll: () => void;
let waiting: (() => void)[] = [];
let questions = 0;
beforeAll(async () => {
  upstream = await startUpstream({
    slow: (_, response) => {
      waiting.push(() => response.writeHead(200, { "content-type": "application/json" }).end('{"done":true}'));
    },
    accept: (_, response) => response.writeHead(202, { location: "/status" }).end(),
    status: (_, response) => {
      if (++questions < 2) response.writeHead(202).end();
      else response.writeHead(200, { "content-type": "application/json" }).end('{"late":true}');
    },
    elsewhere: (_, response) => response.writeHead(202, { location: "http://127.0.0.1:9/status" }).end(),
    broken: (_, response) => response.writeHead(202, { location: "/5xx" }).end(),
  });
  answerAll = () => {
    for (const answer of waiting) answer();
    waiting = [];
  };
});
afterAll(() => upstream.close());
beforeEach(() => {
  waiting = [];
  questions = 0;
});
afterEach(async () => {
  answerAll();
});

const start = ({ key }: Person, { slug }: TestSkill, headers: Record<string, string> = {}) =>
  call("POST", `/v1/skills/${slug}/execute`, {
    key,
    body: {},
    headers: { prefer: "respond-async", ...headers },
  });
const read = async ({ key }: Person, id: string) => (await call("GET", `/v1/runs/${id}`, { key })).body;
const ended = (someone: Person, id: string) =>
  vi.waitFor(async () => {
    const found = await read(someone, id);
    if (found.state === "running") throw new Error("still running");
    return found;
  }, PATIENT);
const called = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count), PATIENT);

async function slowSkill(): Promise<[TestSkill, Person]> {
  return [await liveSkill(await person(), { api_endpoint: upstreamUrl("slow") }), await personWith(5)];
}

test("a run is answered at once, holds its price while it runs, and is charged with its result", async () => {
  const [skill, buyer] = await slowSkill();
  const started = await start(buyer, skill);
  expect(started).toMatchObject({
    status: 200,
    body: { state: "running", skill: skill.slug, outcome: null },
  });
  await called(1);
  expect((await call("GET", "/v1/balance", { key: buyer.key })).body).toMatchObject({
    balance: 5,
    held: 0.5,
  });
  answerAll();
  expect(await ended(buyer, started.body.id)).toMatchObject({
    state: "succeeded",
    outcome: { result: { done: true }, usage: { cost: 0.5, status: "succeeded" } },
    error: null,
  });
  expect((await call("GET", "/v1/balance", { key: buyer.key })).body).toMatchObject({
    balance: 4.5,
    held: 0,
  });
});

test("a cancelled run gives its credits back at once and is never charged, also when its answer comes later", async () => {
  const [skill, buyer] = await slowSkill();
  const { body } = await start(buyer, skill);
  await called(1);
  const cancelled = await call("DELETE", `/v1/runs/${body.id}`, { key: buyer.key });
  expect(cancelled.body).toMatchObject({ state: "cancelled", outcome: null, error: { code: "cancelled" } });
  expect(await available(buyer)).toBe(5);
  answerAll();
  expect(await read(buyer, body.id)).toMatchObject({ state: "cancelled", outcome: null });
  expect(await available(buyer)).toBe(5);
});

test("cancelling and answering at the same time end each run once: charged with its result, or neither", async () => {
  const [skill, buyer] = await slowSkill();
  const started = await Promise.all(Array.from({ length: 8 }, () => start(buyer, skill)));
  await called(8);
  answerAll();
  await Promise.all(started.map(({ body }) => call("DELETE", `/v1/runs/${body.id}`, { key: buyer.key })));
  const all = await Promise.all(started.map(({ body }) => ended(buyer, body.id)));
  const charged = all.filter(({ state }) => state === "succeeded").length;
  expect(all.every(({ state, outcome }) => (state === "succeeded") === (outcome !== null))).toBe(true);
  expect(await available(buyer)).toBe(5 - charged * 0.5);
});

test("a run of a process that died is released by its lapsed lease, and has failed", async () => {
  const [skill, buyer] = await slowSkill();
  const { body } = await start(buyer, skill);
  await called(1);
  // What the sweeper does once the lease of its process has lapsed.
  await release(buyer.id, body.id, { code: "abandoned" });
  expect(await read(buyer, body.id)).toMatchObject({
    state: "failed",
    outcome: null,
    error: { code: "abandoned" },
  });
  expect(await available(buyer)).toBe(5);
  answerAll();
  await expect.poll(async () => (await read(buyer, body.id)).error).not.toBeNull();
  expect((await read(buyer, body.id)).state).toBe("failed");
  expect(await available(buyer)).toBe(5);
});

test("a retry under the same Idempotency-Key is the same run", async () => {
  const [skill, buyer] = await slowSkill();
  const key = { "idempotency-key": "one-report" };
  const [first, again] = [await start(buyer, skill, key), await start(buyer, skill, key)];
  expect(again.body.id).toBe(first.body.id);
  await called(1);
  answerAll();
  await ended(buyer, first.body.id);
  expect(await available(buyer)).toBe(4.5);
});

test("a run that cannot be paid is 402, one above max_price 400, and neither leaves anything", async () => {
  const [skill] = await slowSkill();
  const poor = await personWith(0.4);
  expect((await start(poor, skill)).status).toBe(402);
  const { key } = await personWith(5);
  const headers = { prefer: "respond-async" };
  const dear = await call("POST", `/v1/skills/${skill.slug}/execute?max_price=0.1`, {
    key,
    body: {},
    headers,
  });
  expect([dear.status, dear.body.error.code]).toEqual([400, "price_changed"]);
  expect(await query("test.runs", "SELECT 1 FROM run WHERE account_id = $1", [poor.id])).toEqual([]);
});

test("another account's run is a 404", async () => {
  const [skill, buyer] = await slowSkill();
  const { body } = await start(buyer, skill);
  const { key } = await person();
  expect((await call("GET", `/v1/runs/${body.id}`, { key })).status).toBe(404);
  expect((await call("DELETE", `/v1/runs/${body.id}`, { key })).status).toBe(404);
  expect((await read(buyer, body.id)).state).toBe("running");
});

test("the end of a run sends one event, to its account's webhook", async () => {
  const [skill, buyer] = await slowSkill();
  const { id } = await webhook(buyer, { events: ["run.succeeded", "run.failed"] });
  const [good, bad] = [await start(buyer, skill), await start(buyer, skill)];
  await called(2);
  await call("DELETE", `/v1/runs/${bad.body.id}`, { key: buyer.key });
  answerAll();
  await ended(buyer, good.body.id);
  await Promise.all([announceEnded(), announceEnded()]);
  expect(await announceEnded()).toBe(0);
  const { data } = (await call("GET", `/v1/webhooks/${id}/deliveries`, { key: buyer.key })).body;
  const told = data.map(({ type, body }) => [type, (body as { data: { run_id: string } }).data.run_id]);
  expect(told.toSorted()).toEqual([
    ["run.failed", bad.body.id],
    ["run.succeeded", good.body.id],
  ]);
  await deliverDue();
});

test("an endpoint that accepts a call is asked at its own status address until it has the result", async () => {
  const skill = await liveSkill(await person(), { api_endpoint: upstreamUrl("accept") });
  const buyer = await personWith(5);
  const { body } = await start(buyer, skill);
  expect(await ended(buyer, body.id)).toMatchObject({
    outcome: { result: { late: true }, usage: { cost: 0.5 } },
  });
  expect(questions).toBe(2);
  const asked = upstream.received.filter(({ path }) => path === "/status").at(-1);
  expect(asked?.headers["idempotency-key"]).toBe(body.id);
  expect(asked?.headers["webhook-signature"]).toBeUndefined();
  // A caller who waits gets it, too.
  const waited: Answer = await run(buyer.key, skill.slug);
  expect(waited.body.result).toEqual({ late: true });
  expect(await available(buyer)).toBe(4);
});

test.each(["elsewhere", "broken"])("a status address that is %s fails the call, uncharged", async (behaviour) => {
  const skill = await liveSkill(await person(), { api_endpoint: upstreamUrl(behaviour) });
  const buyer = await personWith(5);
  const failed = await run(buyer.key, skill.slug);
  expect([failed.status, failed.body.error.code]).toEqual([502, "upstream_failed"]);
  expect(await available(buyer)).toBe(5);
});
