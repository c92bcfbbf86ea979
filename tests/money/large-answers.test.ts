import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isCluster } from "@/tests/support/cluster";
import { available, byStatus, expectSound, personWith, run } from "@/tests/support/money";
import { liveSkill, person, unique } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const CROWD = 12;
const LARGE_CHARS = 400_000;

const gate = Promise.withResolvers<void>();
const afterGate = (text: string) => (_: unknown, response: ServerResponse) =>
  gate.promise.then(() =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(text)),
  );
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    large: afterGate("\\".repeat(LARGE_CHARS / 2)),
    small: afterGate("small"),
  });
});
afterAll(() => upstream.close());
afterEach(expectSound);
const { sent, clear } = watchStatements();

/** How many large answers each statement carried that settled calls. */
const largeSettled = () =>
  sent
    .filter(({ text }) => text.includes("execution_settle"))
    .map(({ values }) =>
      values.flat().filter((value) => typeof value === "string" && value.length > LARGE_CHARS),
    )
    .map(({ length }) => length)
    .filter((count) => count > 0);

test("large answers are settled one by one beside everybody else's, and kept for retries", async () => {
  const developer = await person();
  const large = await liveSkill(developer, { api_endpoint: upstreamUrl("large") });
  const small = await liveSkill(developer, { api_endpoint: upstreamUrl("small") });
  const crowd = await Promise.all(Array.from({ length: CROWD * 2 }, () => personWith(10)));
  clear();
  const calls = crowd.map((someone, i) => {
    const headers = { "idempotency-key": `large-${unique()}` };
    const again = () => run(someone.key, (i % 2 ? small : large).slug, {}, headers);
    return { first: again(), again, isLarge: i % 2 === 0 };
  });
  await expect.poll(() => upstream.received.length, { timeout: 20_000 }).toBe(CROWD * 2);
  gate.resolve();
  const answers = await Promise.all(calls.map(({ first }) => first));
  expect(byStatus(answers)).toEqual({ 200: CROWD * 2 });
  // Other processes send theirs out of sight.
  expect(largeSettled()).toEqual(isCluster ? [] : Array.from({ length: CROWD }, () => 1));
  for (const someone of crowd) expect(await available(someone)).toBe(9.5);
  const replayed = await calls[0]?.again();
  expect(replayed?.headers.get("idempotency-replayed")).toBe("true");
  expect(replayed?.text).toBe(answers[0]?.text);
});
