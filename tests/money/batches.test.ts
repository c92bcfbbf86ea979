import { afterAll, beforeAll, expect, test } from "vitest";
import { call, send } from "@/tests/support/api";
import { available, personWith, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let [busy, most] = [0, 0];
/** Uses calls of the plan beside the batch whose call 0 arrives; its other calls wait for that. */
let steal: () => Promise<void>;
let stolen: PromiseWithResolvers<void>;
beforeAll(async () => {
  upstream = await startUpstream({
    shared: async ({ body }, response) => {
      const { n } = JSON.parse(body) as { n: number };
      if (n === 0) await steal().finally(() => stolen.resolve());
      if (n < 100) await stolen.promise;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ n }));
    },
    odd: ({ body }, response) => {
      most = Math.max(most, ++busy);
      setTimeout(() => {
        busy--;
        const { n } = JSON.parse(body) as { n: number };
        if (n % 2 === 1) response.writeHead(500).end();
        else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ n }));
      }, 20);
    },
  });
});
afterAll(() => upstream.close());

type Line = {
  index?: number;
  state?: string;
  replayed?: boolean;
  result?: { n: number };
  error?: { code: string };
};
type Lines = {
  status: number;
  quote: { calls: number; max_cost: number };
  outcomes: Line[];
  summary: unknown;
};

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

async function batch({ key }: Person, slug: string, inputs: object[], extra: { query?: string; key?: string } = {}) {
  const headers: Record<string, string> = extra.key ? { "idempotency-key": extra.key } : {};
  const path = `/v1/skills/${slug}/batches${extra.query ?? ""}`;
  const response = await send("POST", path, { key, body: { inputs }, headers });
  const text = await response.text();
  if (response.status !== 200) return { status: response.status, error: JSON.parse(text).error, outcomes: [] } as never;
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const outcomes = lines.filter(({ index }) => index !== undefined);
  return { status: 200, quote: lines[0].quote, outcomes, summary: lines.at(-1)?.summary } as Lines;
}

const counting = (fields: object = {}) => ({
  api_endpoint: upstreamUrl("odd"),
  price_per_call: 0.1,
  ...fields,
});

test("each call is settled separately: failures cost nothing, and at most five run at once", async () => {
  const skill = await liveSkill(await person(), counting());
  const buyer = await personWith(5);
  const { quote, outcomes, summary } = await batch(buyer, skill.slug, numbers(6));
  expect(quote).toEqual({ calls: 6, max_cost: 0.6 });
  expect(outcomes.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  for (const { index = 0, state, result } of outcomes)
    expect([state, result?.n]).toEqual(index % 2 === 0 ? ["succeeded", index] : ["failed", undefined]);
  expect(summary).toEqual({ succeeded: 3, failed: 3, cost: 0.3 });
  expect(await available(buyer)).toBe(4.7);
  expect(most).toBeLessThanOrEqual(5);
});

test("free calls come first, and a subscription is included", async () => {
  const owner = await person();
  const [free, bought] = [
    await liveSkill(owner, counting({ free_calls: 3 })),
    await liveSkill(owner, counting(subscription())),
  ];
  const buyer = await personWith(10);
  expect((await batch(buyer, free.slug, [{ n: 0 }, { n: 2 }, { n: 4 }, { n: 6 }])).quote.max_cost).toBe(0.1);
  expect(await available(buyer)).toBe(9.9);
  await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key, body: {} });
  expect((await batch(buyer, bought.slug, [{ n: 0 }, { n: 2 }])).summary).toMatchObject({
    succeeded: 2,
    cost: 0,
  });
  expect(await available(buyer)).toBe(4.9);
});

test("a batch that is dearer than max_price or the wallet, or has a wrong input, calls nothing", async () => {
  const api_schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const skill = await liveSkill(await person(), counting({ api_schema }));
  const buyer = await personWith(0.5);
  const before = upstream.received.length;
  expect(await batch(buyer, skill.slug, numbers(2), { query: "?max_price=0.1" })).toMatchObject({
    status: 400,
    error: { code: "price_changed", details: { price: 0.2 } },
  });
  expect(await batch(buyer, skill.slug, numbers(6))).toMatchObject({
    status: 402,
    error: { code: "insufficient_credits" },
  });
  expect(await batch(buyer, skill.slug, [{ n: 0 }, { n: "x" }])).toMatchObject({
    status: 400,
    error: { param: "inputs[1].n" },
  });
  expect(await batch(buyer, skill.slug, [])).toMatchObject({ status: 400, error: { param: "inputs" } });
  expect((await batch(buyer, skill.slug, numbers(4), { query: "?dry_run=true" })).quote.max_cost).toBe(0.4);
  expect(upstream.received).toHaveLength(before);
  expect(await available(buyer)).toBe(0.5);
});

test("sent again under its key, what succeeded is repeated at no charge and what failed is called again", async () => {
  const skill = await liveSkill(await person(), counting());
  const buyer = await personWith(5);
  await batch(buyer, skill.slug, numbers(4), { key: "import" });
  expect(await available(buyer)).toBe(4.8);
  const before = upstream.received.length;
  const again = await batch(buyer, skill.slug, numbers(4), { key: "import" });
  expect(
    again.outcomes
      .filter(({ replayed }) => replayed)
      .map(({ index }) => index)
      .toSorted(),
  ).toEqual([0, 2]);
  expect(again.summary).toEqual({ succeeded: 2, failed: 2, cost: 0 });
  expect(upstream.received.length - before).toBe(2);
  expect(await available(buyer)).toBe(4.8);
});

test("two batches at once never spend more than there is", async () => {
  const skill = await liveSkill(await person(), counting());
  const buyer = await personWith(1);
  const even = Array.from({ length: 8 }, (_, n) => ({ n: n * 2 }));
  const both = await Promise.all([batch(buyer, skill.slug, even), batch(buyer, skill.slug, even)]);
  const done = both.flatMap(({ outcomes }) => outcomes).filter(({ state }) => state === "succeeded").length;
  expect(done).toBeLessThanOrEqual(10);
  expect(await available(buyer)).toBeCloseTo(1 - done * 0.1, 6);
});

test("a reader who goes away starts no further call, and what runs is settled", async () => {
  const skill = await liveSkill(await person(), counting());
  const buyer = await personWith(50);
  const inputs = Array.from({ length: 200 }, () => ({ n: 0 }));
  const response = await send("POST", `/v1/skills/${skill.slug}/batches`, {
    key: buyer.key,
    body: { inputs },
  });
  const reader = response.body?.getReader();
  for (let read = 0; read < 4; read++) await reader?.read();
  await reader?.cancel();
  const spent = 50 - (await available(buyer));
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThan(2);
});

test.each([
  ["refuses calls that others took from those of the plan", 8, 8, 3, { succeeded: 5, failed: 3, cost: 0 }],
  ["charges as many beyond them as it has quoted", 4, 2, 0, { succeeded: 4, failed: 0, cost: 1 }],
])("a batch charges no more than its quote: %s", async (_, count, included, others, summary) => {
  const plans = [{ name: "Pro", interval: "month", price: 10, included_calls: included, price_beyond: 0.5 }];
  const fields = { ...subscription({ price: null }), plans, api_endpoint: upstreamUrl("shared") };
  const { slug } = await liveSkill(await person(), counting(fields));
  const buyer = await personWith(100);
  const { key } = buyer;
  await call("POST", `/v1/skills/${slug}/purchase`, { key, body: {} });
  stolen = Promise.withResolvers();
  steal = async () => {
    await Promise.all(
      Array.from({ length: others }, (_, n) =>
        call("POST", `/v1/skills/${slug}/execute`, { key, body: { n: 100 + n } }),
      ),
    );
  };
  const most = Math.max(0, count - included) * 0.5;
  const made = await batch(buyer, slug, numbers(count), { query: `?max_price=${most}` });
  expect([made.quote, made.summary]).toEqual([{ calls: count, max_cost: most }, summary]);
  expect(made.outcomes.filter(({ error }) => error?.code === "price_changed")).toHaveLength(summary.failed);
});
