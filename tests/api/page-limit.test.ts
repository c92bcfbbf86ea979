import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// A tenth of every limit, and an address of each visitor's own.
vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
  process.env.RATE_LIMIT_SCALE = "0.1";
  process.env.TRUSTED_PROXIES = "1";
});

import { createHost, drain, listen } from "@/host/host";
import { isDatabaseReachable } from "@/lib/platform/core/db";
import { forget, isReachable } from "@/lib/platform/core/reach";
import { BUCKETS } from "@/lib/platform/ratelimit/policy";
import { cpuMs } from "@/lib/platform/ratelimit/service";

const { perSecond, burst } = BUCKETS.page;
const ATTEMPTS = burst;
let rendered = 0;
/** Pages that take a while, as they are being made, and the most at once. */
const underWay: string[] = [];
let most = 0;
/** A fifth of a second of processor time. */
function spin() {
  const before = cpuMs();
  while (cpuMs() - before < 200);
}
const host = createHost(
  ({ url }, response) => {
    rendered++;
    if (url === "/slow") spin();
    if (url?.startsWith("/line/")) {
      underWay.push(url);
      most = Math.max(most, underWay.length);
      setTimeout(() => {
        underWay.splice(underWay.indexOf(url), 1);
        response.end("page");
      }, 20);
    } else response.end("page");
  },
  [],
  ({ url }) => url === "/kept",
);
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(() => drain(host));

const ask = (path: string, address: string) =>
  fetch(url + path, { headers: { "x-forwarded-for": address, cookie: "x=1" } });

test("pages that are rendered are limited by address, and told when to come back; what is kept or only read is not", async () => {
  rendered = 0;
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: ATTEMPTS }, (_, i) => ask(`/skills?search=${i}`, "203.0.113.50")),
  );
  const bound = (burst + (perSecond * (performance.now() - startedAt)) / 1_000) / 10;
  const refused = answers.filter(({ status }) => status === 429);
  expect(rendered).toBe(ATTEMPTS - refused.length);
  expect(rendered).toBeLessThanOrEqual(Math.ceil(bound));
  expect(rendered).toBeGreaterThanOrEqual(burst / 10);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await refused[0]?.text()).toMatch(/^Too many requests/);
  for (const path of ["/kept", "/_next/static/chunks/a.js"]) {
    const free = await Promise.all(Array.from({ length: ATTEMPTS }, () => ask(path, "203.0.113.50")));
    expect(new Set(free.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect((await ask("/", "203.0.113.51")).status).toBe(200);
});

test("pages that are slow to render use up their address's processor time after a few, which it is told; others go on", async () => {
  const statuses: number[] = [];
  let retryAfter: string | null = null;
  while (statuses.length < 10 && !statuses.includes(429)) {
    const answer = await ask("/slow", "198.51.100.60");
    statuses.push(answer.status);
    retryAfter = answer.headers.get("retry-after");
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  expect((await ask("/", "203.0.113.61")).status).toBe(200);
});

test("one address's pages are made one after the other, beside those of others", async () => {
  const many = await Promise.all([1, 2].map((at) => ask(`/line/${at}`, "203.0.113.70")));
  expect([new Set(many.map(({ status }) => status)), most]).toEqual([new Set([200]), 1]);
  await Promise.all([1, 2].map((at) => ask(`/line/${at}`, `203.0.113.7${at}`)));
  expect(most).toBe(2);
});

test("an IPv6 network has one such limit", async () => {
  const answers = await Promise.all(
    Array.from({ length: ATTEMPTS }, (_, i) => ask("/", `2001:db8:5:5::${(i + 1).toString(16)}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect((await ask("/", "2001:db8:5:6::1")).status).toBe(200);
});

test("an address that cannot be read is refused before the pages fail at it", async () => {
  const before = rendered;
  for (const path of ["/%", "/skills/%ff", "/docs/%c3%28?x=1", "/_next/static/%"]) {
    const answer = await ask(path, "203.0.113.52");
    expect([path, answer.status, await answer.text()]).toEqual([path, 400, "The address of this page is wrong.\n"]);
  }
  const any = connect(Number(new URL(url).port), "127.0.0.1");
  any.write("OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(await text(any)).toMatch(/^HTTP\/1\.1 400 /);
  expect(rendered).toBe(before);
  expect((await ask("/caf%C3%A9?search=%ff", "203.0.113.52")).status).toBe(200);
});

/** One more check of a database that does not answer. */
async function failedCheck() {
  vi.setSystemTime(Date.now() + 2_000);
  await isReachable(() => ({ connect: () => Promise.reject(new Error("no answer")) }) as never);
  await new Promise((resolve) => setTimeout(resolve, 10));
}

test("while the database is known to be down, pages are refused at once, with HTML for browsers; cached pages are served", async () => {
  const before = rendered;
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await failedCheck();
    expect((await ask("/usage", "203.0.113.53")).status).toBe(200);
    await failedCheck();
    const page = await fetch(`${url}/usage`, { headers: { accept: "text/html,*/*" } });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const body = await page.text();
    expect(body).toContain("<h1>The marketplace is temporarily unavailable</h1>");
    expect(body).toContain(`send us this ID: ${page.headers.get("request-id")}`);
    const line = await ask("/usage", "203.0.113.53");
    expect([line.status, await line.text()]).toEqual([
      503,
      "The marketplace is temporarily unavailable. Try again in a few seconds.\n",
    ]);
    expect(rendered).toBe(before + 1);
    expect((await ask("/kept", "203.0.113.53")).status).toBe(200);
  } finally {
    vi.useRealTimers();
    forget();
  }
  expect(await isDatabaseReachable()).toBe(true);
  expect((await ask("/usage", "203.0.113.53")).status).toBe(200);
});
