import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as keys from "@/lib/identity/keys/service";
import { closeDatabase, isDatabaseReachable, pool } from "@/lib/platform/core/db";
import { openCardFixture, ordersOf } from "@/tests/support/card-fixture";
import { freePort } from "@/tests/support/free-port";
import { expectSound, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

/** Long enough for a process that does not wait to be gone. */
const PATIENCE_MS = 3_000;

let at: Awaited<ReturnType<typeof openCardFixture>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
  at = await openCardFixture();
});
afterAll(() => Promise.all([at.close(), upstream.close()]));

/** Runs `npm run worker` on this file's database and its stand-in for the payment processor. */
function startWorker(settings: Record<string, string> = {}) {
  const env = { ...process.env, STRIPE_API_BASE: at.url, ...settings };
  const child = spawn(process.execPath, ["scripts/run.mjs", "worker"], {
    stdio: ["ignore", "ignore", "inherit"],
    env,
  });
  return { child, exited: once(child, "exit") as Promise<[number | null]> };
}

/** More than a worker asks the processor for at a time. */
const OWNERS = 14;
const AT_ONCE = 10;

test("a worker that is stopped during payouts finishes the current one, starts no other, and exits", async () => {
  const skill = await liveSkill(await person(), { price_per_call: 1 });
  const owners: Awaited<ReturnType<typeof at.unattended>>[] = [];
  while (owners.length < OWNERS) owners.push(await at.unattended());
  for (const { key } of owners) for (let i = 0; i < 3; i++) expect((await run(key, skill.slug)).status).toBe(200);
  let payments = 0;
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const began = new Promise<void>((resolve) => {
    at.desk.fault = async (request) => {
      // The worker also lists payments when it starts.
      if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/payment_intents")) return null;
      payments++;
      resolve();
      await mayAnswer;
      return null;
    };
  });
  const { child, exited } = startWorker();
  await began;
  child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  answer();
  expect((await exited)[0]).toBe(0);
  const orders = (await Promise.all(owners.map(ordersOf))).flat().filter((order) => order.automatic);
  expect(payments).toBeLessThanOrEqual(AT_ONCE);
  expect(orders.filter(({ state }) => state === "processing")).toHaveLength(payments);
  await expectSound();
});

test("a worker says at a port of its own whether it is ready and what it did, and serves nothing else", async () => {
  const port = await freePort();
  const { child, exited } = startWorker({ WORKER_PORT: String(port) });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const status = (path: string) =>
    ask(path).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(() => status("/ready")).toBe(200);
  const metrics = await (await ask("/metrics")).text();
  expect(metrics).toContain("# TYPE mails_total counter");
  expect(metrics).toContain("# TYPE dependency_failures_total counter");
  expect(await status("/v1/health")).toBe(404);
  child.kill("SIGTERM");
  expect((await exited)[0]).toBe(0);
});

test("a database that was closed opens no second time: what still runs then is refused", async () => {
  await keys.flushTouches();
  await closeDatabase();
  await closeDatabase();
  expect(() => pool()).toThrow("The database is closed");
  expect(await isDatabaseReachable()).toBe(false);
  // As between two test files of one process: the next one must not find a pool on the former one's database.
  Reflect.deleteProperty(globalThis, "marketplaceDatabase");
  expect(() => pool()).toThrow("The database is closed");
});
