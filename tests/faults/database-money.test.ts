import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/tests/support/migrate";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

/** Longest time from a database that is back to service again. */
const BACK_WITHIN_MS = 5_000;
const CREDITS = 1000;
const BUYERS = 6;
const SUBSCRIPTIONS = 40;

type Server = { url: (database: string) => string; port: number; pid: number; stop: () => Promise<void> };
const folder = mkdtempSync(join(tmpdir(), "marketplace-fault-"));
chmodSync(folder, 0o755);
const startServer = async (port = 0): Promise<Server> =>
  (await import(pathToFileURL(resolve("scripts/lib/postgres.mjs")).href)).startPostgres({ folder, port });

let server: Server;
let api: ApiProcess;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    slow: (_, response) =>
      setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end("{}"), 40),
  });
  server = await startServer();
  const admin = new Client({ connectionString: server.url("postgres") });
  await admin.connect();
  await admin.query("CREATE DATABASE faults");
  await admin.end();
  // What this process looks into with the product's own modules, once they are loaded, is that database too.
  process.env.DATABASE_URL = server.url("faults");
  await migrate(server.url("faults"));
  api = await startApiProcess(await bundleApiProcess());
}, 120_000);
afterAll(async () => {
  await api?.kill();
  await upstream?.close();
  const { closeDatabase } = await import("@/lib/core/db");
  await closeDatabase();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Body = {
  id: string;
  slug: string;
  api_key: string;
  account: { id: string };
  usage: { id: string; cost: number };
  purchase: { id: string; price: number };
  error?: { code: string; message: string };
};
async function ask(key: string, method: string, path: string, body: object = {}) {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(key && { authorization: `Bearer ${key}` }),
      ...(path.endsWith("/execute") && { "idempotency-key": crypto.randomUUID() }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body };
}
async function done(...[key, method, path, body]: Parameters<typeof ask>): Promise<Body> {
  const answer = await ask(key, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const register = (email: string) =>
  done("", "POST", "/v1/auth/register", { email, password: "a long password" });

/** Somebody who sells, buyers with credits, a skill that is called and some that are subscribed to. */
async function openMarket() {
  const root = (await register("root@example.com")).api_key;
  const developer = (await register("developer@example.com")).api_key;
  const sell = async (fields: object) => {
    const { id, slug } = await done(developer, "POST", "/v1/developer/skills", {
      name: "A skill",
      description: "Does it.",
      category: "writing",
      api_endpoint: upstreamUrl("slow"),
      submit: true,
      ...fields,
    });
    await done(root, "PATCH", "/v1/admin/skills", { skill_id: id, action: "approve" });
    return slug;
  };
  const called = await sell({ slug: "called", pricing_type: "usage", price_per_call: 0.5 });
  const subscribed: string[] = [];
  for (let i = 0; i < SUBSCRIPTIONS; i++) subscribed.push(await sell({ slug: `subscribed-${i}`, price: 1 }));
  const buyers: { id: string; key: string }[] = [];
  for (let i = 0; i < BUYERS; i++) {
    const { account, api_key: key } = await register(`buyer-${i}@example.com`);
    await done(root, "POST", `/v1/admin/accounts/${account.id}/credits`, {
      amount: CREDITS,
      reason: "Load.",
    });
    buyers.push({ id: account.id, key });
  }
  return { called, subscribed, buyers };
}

/** Lets what calls have taken whose end nobody could store come to its end now. */
async function sweep(check: Client): Promise<void> {
  const { sweepHolds } = await import("@/lib/execution/sweeper");
  await check.query("BEGIN");
  await check.query("ALTER TABLE hold DISABLE TRIGGER wallet_follow_hold");
  await check.query("UPDATE hold SET expires_at = now() - interval '1 second' WHERE state = 'held'");
  await check.query("ALTER TABLE hold ENABLE TRIGGER wallet_follow_hold");
  await check.query("COMMIT");
  await sweepHolds();
}

test("a database that dies while calls and purchases are under way loses none that was answered, charges none twice, and serves within five seconds of its return", {
  timeout: 240_000,
}, async () => {
  const { called, subscribed, buyers } = await openMarket();
  let isOver = false;
  /** Uses and purchases that were answered, and how many of each were answered 503. */
  const accepted = { calls: [] as string[], purchases: [] as string[] };
  const failed = { calls: 0, purchases: 0 };
  const failures = () => failed.calls + failed.purchases;
  const check503 = ({ status, body }: Awaited<ReturnType<typeof ask>>) => {
    expect([status, body.error?.code]).toEqual([503, "unavailable"]);
    expect(body.error?.message).not.toMatch(/ECONN|postgres|terminat|SQL/i);
  };
  const caller = async (key: string) => {
    while (!isOver) {
      const answer = await ask(key, "POST", `/v1/skills/${called}/execute`);
      if (answer.status === 200) accepted.calls.push(answer.body.usage.id);
      else {
        check503(answer);
        failed.calls++;
      }
    }
  };
  const subscriber = async (key: string) => {
    // A purchase that failed is asked for again until it is there: that must not be a second one.
    for (const slug of subscribed) {
      for (let isBought = false; !isBought && !isOver; ) {
        const answer = await ask(key, "POST", `/v1/skills/${slug}/purchase`);
        isBought = answer.status === 200;
        if (isBought) accepted.purchases.push(answer.body.purchase.id);
        else {
          check503(answer);
          failed.purchases++;
        }
      }
    }
  };
  const load = Promise.all(buyers.flatMap(({ key }) => [caller(key), caller(key), subscriber(key)]));
  await expect
    .poll(() => Math.min(accepted.calls.length, accepted.purchases.length), { timeout: 60_000 })
    .toBeGreaterThan(20);
  process.kill(server.pid, "SIGKILL");
  await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(20);
  expect(failed.calls).toBeGreaterThan(0);
  server = await startServer(server.port);
  const backAt = performance.now();
  const before = accepted.calls.length;
  await expect
    .poll(() => accepted.calls.length - before, { timeout: BACK_WITHIN_MS * 4, interval: 20 })
    .toBeGreaterThan(0);
  expect(performance.now() - backAt).toBeLessThan(BACK_WITHIN_MS);
  await new Promise((over) => setTimeout(over, 1_000));
  isOver = true;
  await load;

  const check = new Client({ connectionString: server.url("faults") });
  await check.connect();
  await sweep(check);
  const idsOf = async (text: string) => new Set((await check.query(text)).rows.map(({ id }) => id as string));
  const used = await idsOf("SELECT id FROM usage_record WHERE status = 'succeeded'");
  const bought = await idsOf("SELECT id FROM purchase");
  expect(accepted.calls.filter((id) => !used.has(id))).toEqual([]);
  expect(accepted.purchases.filter((id) => !bought.has(id))).toEqual([]);
  // Beyond what was answered there may be what was stored while its answer was lost, and no more.
  expect(used.size - new Set(accepted.calls).size).toBeLessThanOrEqual(failed.calls);
  expect(bought.size).toBeLessThanOrEqual(BUYERS * SUBSCRIPTIONS);
  const { rows } = await check.query(
    `SELECT w.posted_micros, w.held_micros,
       (SELECT coalesce(sum(cost_micros), 0) FROM usage_record u WHERE u.account_id = w.account_id) AS used,
       (SELECT coalesce(sum(price_micros), 0) FROM purchase p WHERE p.buyer_id = w.account_id) AS bought
     FROM wallet w WHERE account_id = ANY($1)`,
    [buyers.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(BUYERS);
  for (const row of rows) {
    expect(BigInt(row.posted_micros)).toBe(
      BigInt(CREDITS) * 1_000_000n - BigInt(row.used) - BigInt(row.bought),
    );
    expect(row.held_micros).toBe("0");
  }
  await check.end();
  const { expectSound } = await import("@/tests/support/money");
  await expectSound();
});
