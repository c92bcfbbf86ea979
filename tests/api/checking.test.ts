import { expect, test, vi } from "vitest";

// A tenth of every limit, so that little work is enough to use one up.
vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
  process.env.RATE_LIMIT_SCALE = "0.1";
});

import { call } from "@/tests/support/api";
import { processCount } from "@/tests/support/cluster";
import { liveSkill, person } from "@/tests/support/people";

/** Far more than uses up a tenth of a second in each process. */
const ATTEMPTS = 60 * processCount;

test("dry runs that keep a process busy are limited by the time that they take, for their account alone", async () => {
  const [busy, calm] = [await person(), await person()];
  const { slug } = await liveSkill(await person(), {
    api_schema: { type: "object", properties: { a: { type: "string", pattern: "^(?:a|b)*a(?:a|b){30}$" } } },
  });
  const quote = (key: string, text: string) =>
    call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key, body: { a: text } });
  let refused = await quote(busy.key, "ab".repeat(10_000));
  // One after the other and slowly, so that the bucket of requests is never what refuses.
  for (let i = 0; i < ATTEMPTS && refused.status !== 429; i++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    refused = await quote(busy.key, "ab".repeat(10_000));
  }
  expect([refused.status, refused.body.error?.code]).toEqual([429, "rate_limited"]);
  expect(refused.headers.get("ratelimit-policy")).toMatch(/^"account"/);
  expect((await quote(calm.key, `${"a".repeat(31)}`)).status).toBe(200);
});
