import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabaseServer, openProcesses } from "@/tests/support/bank-site";
import { seeded } from "@/tests/support/fuzz-input";

/** `npm run test:faults` goes through all faults again and again for so long; otherwise each happens once. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
const SEED = Number(process.env.FAULT_SEED ?? 20_261_122);
const CREDITS = 20_000;
const BUYERS = 5;
const SUBSCRIPTIONS = 12;
const CALM_MS = 1_000;
/** Among all tests, customers rest: ten that do not would take the time of both cores from every other file. */
const REST_MS = SECONDS > 0 ? 0 : 400;
const LASTS_MS = 5_000;
const SNAPSHOT_MS = 250;
/** Longest wait for full service; how long it really took is printed. */
const PATIENCE_MS = 120_000;

type Fault = { name: string; begin: () => unknown; end: () => unknown; lastsMs: number };

let server: Awaited<ReturnType<typeof openDatabaseServer>>;
let site: Awaited<ReturnType<typeof openProcesses>>;
let bank: Awaited<ReturnType<typeof openBank>>;
beforeAll(async () => {
  server = await openDatabaseServer();
  // What this process looks into with the product's own modules, once they are loaded, is that database too.
  Object.assign(process.env, {
    DATABASE_URL: server.url,
    EARNINGS_HOLD_DAYS: "0",
    CALL_TIMEOUT_SECONDS: "4",
  });
  bank = await openBank();
}, 240_000);
afterAll(async () => {
  site?.close();
  await bank?.close();
  const [{ closeDatabase }, keys, { endLease }] = await Promise.all([
    import("@/lib/platform/core/db"),
    import("@/lib/identity/keys/service"),
    import("@/lib/platform/jobs/leases"),
  ]);
  await keys.flushTouches();
  await endLease();
  await closeDatabase();
  await server?.close();
});

/** A market with its processor and its endpoint, and two processes that serve it. */
async function openBank() {
  const [people, money, payments, payouts, upstreams, work] = await Promise.all([
    import("@/tests/support/people"),
    import("@/tests/support/money"),
    import("@/tests/support/payments"),
    import("@/tests/support/payouts"),
    import("@/tests/support/upstream"),
    import("@/tests/support/bank-work"),
  ]);
  const hung = { upstream: false, processor: false };
  const whileHung = async (what: keyof typeof hung) => {
    while (hung[what]) await wait(CALM_MS / 10);
  };
  const upstream = await upstreams.startUpstream({
    gated: async (_, response) => {
      await whileHung("upstream");
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    },
  });
  const processor = await payments.startProcessor({
    isDelivering: true,
    answer: async () => {
      await whileHung("processor");
      return null;
    },
  });
  const developer = await people.person("Developer");
  await payouts.connect(developer, processor);
  const endpoint = { api_endpoint: upstreams.upstreamUrl("gated") };
  const called = await people.liveSkill(developer, { ...endpoint, price_per_call: work.CALL_PRICE });
  const subscribed: string[] = [];
  while (subscribed.length < SUBSCRIPTIONS)
    subscribed.push(
      (await people.liveSkill(developer, money.subscription({ ...endpoint, price: work.TERM_PRICE }))).slug,
    );
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => money.personWith(CREDITS)));
  const root = await people.administrator();
  site = await openProcesses(server.url, { TEST_PROCESSOR_URL: processor.url, WORKER: "on" });
  const market = {
    root,
    developer,
    buyers,
    called: called.slug,
    subscribed,
    sandbox: processor.sandbox,
    restMs: REST_MS,
  };
  return {
    hung,
    buyers,
    developer,
    money,
    work: work.openWork(market, site.urls),
    close: async () => {
      await upstream.close();
      await processor.close();
    },
  };
}

function faults(): Fault[] {
  const { hung } = bank;
  const { first, second, line } = site;
  const nothing = () => {};
  const isBroken = (before: number) => bank.work.uncertain() > before;
  const list: Fault[] = [
    { name: "a process is killed", begin: () => first.end("SIGKILL"), end: nothing, lastsMs: 0 },
    {
      name: "a process ends in order and starts again",
      begin: () => second.end("SIGTERM"),
      end: nothing,
      lastsMs: 0,
    },
    {
      name: "a process stands still",
      begin: () => second.signal("SIGSTOP"),
      end: () => second.signal("SIGCONT"),
      lastsMs: LASTS_MS,
    },
    {
      name: "a skill's endpoint hangs",
      begin: () => Object.assign(hung, { upstream: true }),
      end: () => Object.assign(hung, { upstream: false }),
      lastsMs: LASTS_MS,
    },
    {
      name: "the payment processor hangs",
      begin: () => Object.assign(hung, { processor: true }),
      end: () => Object.assign(hung, { processor: false }),
      lastsMs: LASTS_MS,
    },
    { name: "the database restarts", begin: server.stop, end: server.start, lastsMs: 0 },
    {
      name: "the database is killed",
      begin: async () => {
        server.kill();
        const health = async () => (await fetch(`${first.url}/v1/health`)).json();
        await expect.poll(health, { timeout: PATIENCE_MS }).toMatchObject({ status: "ok", database: "unreachable" });
      },
      end: server.start,
      lastsMs: 0,
    },
    { name: "the line to the database is silent", begin: line.cut, end: line.mend, lastsMs: LASTS_MS },
    { name: "the connections to the database break", begin: line.reset, end: nothing, lastsMs: 0 },
  ];
  if (server.disk.isSmall)
    list.push({
      name: "the database's disk is full",
      begin: async () => {
        const before = bank.work.uncertain();
        await server.disk.fill();
        await expect.poll(() => isBroken(before), { timeout: PATIENCE_MS }).toBe(true);
      },
      end: async () => {
        server.disk.free();
        await server.start();
      },
      lastsMs: LASTS_MS,
    });
  return list;
}

/** Watches the books from outside while everything else happens. */
function watch() {
  let isOver = false;
  const seen = { snapshots: 0, wrong: [] as object[] };
  const ended = (async () => {
    while (!isOver) {
      const client = new Client({ connectionString: server.url, connectionTimeoutMillis: 2_000 });
      client.on("error", () => {});
      try {
        await client.connect();
        while (!isOver) {
          const { rows } = await client.query<{ sum: string; negative: number }>(
            `SELECT (SELECT coalesce(sum(amount_micros), 0) FROM ledger_entry)::text AS sum,
               (SELECT count(*)::int FROM wallet WHERE posted_micros < held_micros) AS negative`,
          );
          seen.snapshots++;
          const [row] = rows;
          if (row?.sum !== "0" || row.negative > 0) seen.wrong.push(rows);
          await wait(SNAPSHOT_MS);
        }
      } catch {
        await wait(SNAPSHOT_MS);
      } finally {
        await client.end().catch(() => {});
      }
    }
  })();
  return {
    seen,
    end: () => {
      isOver = true;
      return ended;
    },
  };
}

/** Makes a fault, ends it, and returns the seconds from then to full service. */
async function suffer({ begin, end, lastsMs }: Fault): Promise<number> {
  await begin();
  await wait(lastsMs);
  const endedAt = performance.now();
  await end();
  await expect.poll(() => bank.work.isWholeSince(endedAt), { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
  return (performance.now() - endedAt) / 1_000;
}

/** Lets come to its end what died with a process, without the waiting, and what the processor could not deliver. */
async function settle() {
  const { pool } = await import("@/lib/platform/core/db");
  await pool().query(
    "UPDATE idempotency_record SET created_at = now() - interval '10 minutes' WHERE completed_at IS NULL",
  );
  await bank.work.resolve();
  // Customers do not repeat what was refused with 503; if its claim could not be released, the job releases it.
  const { expireAnswers } = await import("@/lib/platform/ratelimit/idempotency");
  await expireAnswers();
  // What a living process could not let go of, for want of its database, ends with its time.
  await pool().query(`BEGIN; ALTER TABLE hold DISABLE TRIGGER wallet_follow_hold;
    UPDATE hold SET expires_at = now() - interval '1 second' WHERE state = 'held';
    ALTER TABLE hold ENABLE TRIGGER wallet_follow_hold; COMMIT`);
  const open = async () =>
    (await pool().query("SELECT count(*)::int AS count FROM hold WHERE state = 'held'")).rows[0].count;
  await expect.poll(open, { timeout: PATIENCE_MS }).toBe(0);
  const { reconcilePayments } = await import("@/lib/money/payments/reconciliation");
  await reconcilePayments();
}

test("through kills, stops, hangs, outages and a full disk no credit is lost or made, every retry is resolved by its key, and service returns by itself", {
  timeout: SECONDS * 1_000 + 600_000,
}, async () => {
  const random = seeded(SEED);
  const watched = watch();
  const working = Promise.all(
    bank.buyers.flatMap((buyer) => [0, 1].map(() => bank.work.customer(buyer, seeded(random.next() * 2 ** 32)))),
  );
  const startedAt = performance.now();
  await expect.poll(() => bank.work.isWholeSince(startedAt), { timeout: PATIENCE_MS }).toBe(true);
  const took = new Map<string, number[]>();
  do {
    for (const fault of faults().sort(() => random.next() - 0.5)) {
      await wait(CALM_MS);
      took.set(fault.name, [...(took.get(fault.name) ?? []), await suffer(fault)]);
    }
  } while (performance.now() - startedAt < SECONDS * 1_000);
  bank.work.end();
  await working;
  const { stats, done, spent } = bank.work;
  const lines = [...took].map(([name, seconds]) => {
    const sorted = seconds.sort((a, b) => a - b).map((taken) => taken.toFixed(1).padStart(6));
    return `${name.padEnd(42)} ${sorted.join("")}`;
  });
  if (!server.disk.isSmall) lines.push("a full disk was not tried: no small one may be mounted here");
  console.log([`${"fault".padEnd(42)} seconds to full service, each time`, ...lines].join("\n"));
  await settle();
  await watched.end();
  const { snapshots, wrong } = watched.seen;
  const { requests, uncertain, resolved } = stats;
  console.log({ seed: SEED, requests, ...done, uncertain, resolved, snapshots });

  expect(wrong).toEqual([]);
  expect(snapshots).toBeGreaterThan(0);
  expect(stats.unclean).toEqual([]);
  // No fault of anything else ends a process.
  expect(site.exits).toEqual([]);
  expect(resolved).toBe(uncertain);
  for (const buyer of bank.buyers)
    expect(await bank.money.available(buyer)).toBeCloseTo(CREDITS - (spent.get(buyer.id) ?? 0), 6);
  const { pool } = await import("@/lib/platform/core/db");
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM usage_record WHERE status = 'succeeded' AND kind = 'execute') AS call,
       (SELECT count(*)::int FROM purchase) AS purchase, (SELECT count(*)::int FROM payout) AS payout`,
  );
  expect(rows[0]).toEqual({ call: done.call, purchase: done.purchase, payout: done.payout });
  await bank.money.expectSound();
});
