import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

// A tenth of every limit, and an address of each visitor's own.
vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
  process.env.RATE_LIMIT_SCALE = "0.1";
  process.env.TRUSTED_PROXIES = "1";
});

import { createHost, drain, listen } from "@/host/host";
import { BUCKETS } from "@/lib/platform/ratelimit/policy";
import { PATIENT } from "@/tests/support/patience";
import { someoneSignedIn } from "@/tests/support/visitor";

/** What a page is charged before it is made. */
const USUAL_MS = 40;
const PAGES = 60;
/** Pages that were begun; none is finished before the end of its test. */
const begun: (() => void)[] = [];
const host = createHost((_, response) => void begun.push(() => response.end("page")));
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterEach(() => {
  for (const finish of begun.splice(0)) finish();
});
afterAll(() => drain(host));

/** Asks for pages at once. Returns how many of them were begun when all others have been refused. */
async function begunOf(asked: { address: string; cookie?: string }[]): Promise<number> {
  const before = begun.length;
  let refused = 0;
  for (const { address, cookie = "" } of asked)
    void fetch(url, { headers: { "x-forwarded-for": address, cookie } }).then(({ status }) => {
      if (status === 429) refused++;
    });
  await vi.waitFor(() => expect(refused + begun.length - before).toBe(asked.length), PATIENT);
  return begun.length - before;
}

const pagesOf = (addressOf: (at: number) => string) =>
  Array.from({ length: PAGES }, (_, at) => ({ address: addressOf(at) }));

test.each([
  ["of an IPv4 network", (at: number) => `198.51.7.${at}`, "198.51.8.1"],
  ["of an IPv6 site", (at: number) => `2001:db8:7:${at}::1`, "2001:db8:8::1"],
])(
  "the addresses %s share what their pages may take, however many ask at once; others go on",
  async (_, addressOf, other) => {
    const some = await begunOf(pagesOf(addressOf));
    const atFirst = BUCKETS.renderOfNetwork.burst / 10 / USUAL_MS;
    expect(some).toBeGreaterThanOrEqual(atFirst);
    expect(some).toBeLessThan(PAGES / 2);
    expect(await begunOf([{ address: other }])).toBe(1);
  },
);

test("all visitors together leave time for the pages of those who are signed in", async () => {
  const { visitor } = await someoneSignedIn();
  expect(await visitor.isSignedIn()).toBe(true);
  const some = await begunOf(pagesOf((at) => `100.64.${at}.1`));
  expect(some).toBeGreaterThan(BUCKETS.renderOfNetwork.burst / 10 / USUAL_MS);
  expect(some).toBeLessThan(PAGES);
  expect(await begunOf([{ address: "100.65.0.1", cookie: visitor.cookie }])).toBe(1);
});
