import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { BUCKETS } from "@/lib/platform/ratelimit/policy";
import { call } from "@/tests/support/api";
import { startProcessor } from "@/tests/support/payments";
import { askToConnect } from "@/tests/support/payouts";
import { type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
/** How often the processor was asked for an account. */
let asked = 0;
beforeAll(async () => {
  processor = await startProcessor({
    answer: async (request) => {
      if (request.method === "GET" && request.url.includes("/v1/accounts/")) asked++;
      return null;
    },
  });
});
afterAll(() => processor.close());

async function connected(): Promise<Person> {
  const developer = await person();
  await askToConnect(developer, {});
  asked = 0;
  return developer;
}
const read = (key: string) => call("GET", "/v1/developer/payouts/account?refresh=true", { key });
const refresh = (key: string) => call("POST", "/v1/developer/payouts/account/refresh", { key });

test("reading a payout account never calls the processor; refreshing it does", async () => {
  const { key } = await connected();
  expect((await read(key)).body.state).toBe("incomplete");
  expect(asked).toBe(0);
  const account = processor.sandbox.books.accounts.at(-1);
  if (account) processor.sandbox.connect.actOnAccount(account, "finish");
  expect([(await refresh(key)).body.state, asked]).toEqual(["ready", 1]);
  expect((await read(key)).body.state).toBe("ready");
});

test("a revoked key calls the processor neither by reading nor by refreshing", async () => {
  const developer = await connected();
  const made = await call("POST", "/v1/keys", { key: developer.key, body: {} });
  const [key, { id }] = [String(made.body.api_key), made.body.key as { id: string }];
  expect((await read(key)).status).toBe(200);
  expect((await call("DELETE", `/v1/keys/${id}`, { key: developer.key })).status).toBe(200);
  expect([(await read(key)).status, (await refresh(key)).status, asked]).toEqual([401, 401, 0]);
});

test("an account refreshes at a limited rate, and beyond it the processor is not called", async () => {
  const { key } = await connected();
  const answers = await Promise.all(Array.from({ length: 4 * BUCKETS.payoutRefresh.burst }, () => refresh(key)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(asked).toBe(answers.filter(({ status }) => status === 200).length);
});
