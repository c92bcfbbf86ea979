import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepHolds } from "@/lib/demand/execution/sweeper";
import { prisma } from "@/lib/platform/core/db";
import { LEASE_SECONDS } from "@/lib/platform/jobs/leases";
import { available, expectSound, personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const CALLERS = 10;
const CALLS_PER_CALLER = 20;
const PRICE = 0.5;
const JSON_TYPE = { "content-type": "application/json" };

/** Calls that the endpoint has not answered; it answers at once when the gate is open. */
const waiting: ServerResponse[] = [];
let isOpen = false;
const answer = (response: ServerResponse) => response.writeHead(200, JSON_TYPE).end("{}");
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let bundle: string;
beforeAll(async () => {
  upstream = await startUpstream({
    gated: (_, response) => {
      if (isOpen) answer(response);
      else waiting.push(response);
    },
  });
  bundle = await bundleApiProcess();
});
afterAll(() => upstream.close());

const openHolds = (skillId: string) => prisma().hold.count({ where: { skillId, state: "held" } });

test("a process that is killed with 200 calls in flight gives its places back by itself, long before its calls would have ended", async () => {
  const endpoint = { api_endpoint: upstreamUrl("gated"), price_per_call: PRICE };
  const developer = await person();
  const [skill, other] = [await liveSkill(developer, endpoint), await liveSkill(developer, endpoint)];
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => personWith(100)));
  const bystander = await personWith(100);
  const alive = run(bystander.key, other.slug);
  const dying = await startApiProcess(bundle);
  const cut = callers.flatMap(({ key }) =>
    Array.from({ length: CALLS_PER_CALLER }, () =>
      fetch(`${dying.url}/v1/skills/${skill.slug}/execute`, {
        method: "POST",
        body: "{}",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      }).catch(() => null),
    ),
  );
  await expect.poll(() => openHolds(skill.id)).toBe(CALLERS * CALLS_PER_CALLER);
  expect((await run(bystander.key, skill.slug)).body.error.code).toBe("too_many_in_flight");

  await dying.kill();
  isOpen = true;
  const attempt = async () => (await run(bystander.key, skill.slug)).status;
  await expect.poll(attempt, { interval: 100 }).toBe(200);
  await Promise.all(cut);

  // What the worker does every second.
  const leftover = async () => {
    await sweepHolds();
    return openHolds(skill.id);
  };
  await expect.poll(leftover, { interval: 250 }).toBe(0);
  for (const caller of callers) expect(await available(caller)).toBe(100);

  // A call of a process that is alive is still its own, and is charged.
  for (const response of waiting) if (!response.socket?.destroyed) answer(response);
  expect((await alive).status).toBe(200);
  expect(await available(bystander)).toBe(100 - 2 * PRICE);
  await expectSound();
});

test("a key whose process was killed is free when the lease of that process ends, and one that is running is not", async () => {
  isOpen = false;
  waiting.length = 0;
  const { slug } = await liveSkill(await person(), {
    api_endpoint: upstreamUrl("gated"),
    price_per_call: PRICE,
  });
  const [buyer, patient] = [await personWith(10), await personWith(10)];
  const headers = { "idempotency-key": "one and the same" };
  const alive = run(patient.key, slug, {}, headers);
  const dying = await startApiProcess(bundle);
  const cut = fetch(`${dying.url}/v1/skills/${slug}/execute`, {
    method: "POST",
    body: "{}",
    headers: { authorization: `Bearer ${buyer.key}`, "content-type": "application/json", ...headers },
  }).catch(() => null);
  await expect.poll(() => waiting.length).toBe(2);

  await dying.kill();
  await cut;
  const refused = await run(buyer.key, slug, {}, headers);
  expect([refused.status, refused.body.error.code]).toEqual([409, "idempotency_in_progress"]);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(LEASE_SECONDS);
  isOpen = true;
  const retried = async () => (await run(buyer.key, slug, {}, headers)).status;
  // Far below the two minutes after which any claim is free.
  await expect.poll(retried, { interval: 100, timeout: 40_000 }).toBe(200);
  expect((await run(patient.key, slug, {}, headers)).body.error.code).toBe("idempotency_in_progress");

  for (const response of waiting) if (!response.socket?.destroyed) answer(response);
  expect((await alive).status).toBe(200);
  await sweepHolds();
  await expect.poll(() => available(buyer)).toBe(10 - PRICE);
  expect(await available(patient)).toBe(10 - PRICE);
  await expectSound();
});
