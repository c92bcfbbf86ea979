import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareDue } from "@/lib/demand/execution/comparison-calls";
import { probeSubmissions } from "@/lib/demand/execution/submission-probes";
import { prisma } from "@/lib/platform/core/db";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
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
  while ((await probed()) < 1 || held.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
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

test("endpoints of one developer that hang delay no other developer's comparison call; unlisted skills get none", async () => {
  const [greedy, honest] = [await person(), await person()];
  const live = async (owner: Person, path: string) => {
    const { id, slug } = await liveSkill(owner, { api_endpoint: upstreamUrl(path) });
    const { revisionId } = await prisma().listing.findUniqueOrThrow({ where: { skillId: id } });
    const result = { ok: true, warnings: [], response: { body: "{}", body_truncated: false } };
    await prisma().submissionProbe.create({ data: { revisionId, result } });
    return slug;
  };
  for (let index = 0; index < 4; index++) await live(greedy, "held");
  const slug = await live(honest, "ok");
  const before = upstream.received.length;
  const called = () => upstream.received.slice(before).map(({ headers }) => String(headers["x-skill-slug"]));
  const run = compareDue(1);
  while (!called().includes(slug) || held.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(called()).toHaveLength(3);
  await prisma().listing.deleteMany({ where: { ownerId: greedy.id, slug: { notIn: called() } } });
  for (const response of held.splice(0)) response.writeHead(200).end("{}");
  expect(await run).toBe(3);
  expect(called()).toHaveLength(3);
});
