import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { probeSubmissions } from "@/lib/demand/execution/submission-probes";
import { prisma } from "@/lib/platform/core/db";
import { draftSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const held: ServerResponse[] = [];
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({ held: (_, response) => held.push(response) });
});
afterAll(() => upstream.close());

const probed = () => prisma().submissionProbe.count();

test("submissions of one developer whose endpoints don't answer delay no other developer's test call", async () => {
  const [greedy, honest] = [await person(), await person()];
  for (let index = 0; index < 4; index++) await draftSkill(greedy, { submit: true, api_endpoint: upstreamUrl("held") });
  await draftSkill(honest, { submit: true, api_endpoint: upstreamUrl("ok") });
  const run = probeSubmissions();
  while ((await probed()) < 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(held).toHaveLength(2);
  const answer = setInterval(() => {
    for (const response of held.splice(0)) response.writeHead(200).end("{}");
  }, 50);
  // Nothing is called twice, and what waited is called as slots become free.
  expect(await run).toBe(5);
  clearInterval(answer);
  expect(await probed()).toBe(5);
  expect(upstream.received).toHaveLength(5);
});
