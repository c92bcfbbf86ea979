import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { migrate } from "@/tests/support/migrate";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startAgain, startPrimary, startStandby } from "@/tests/support/standby";
import { watchStatements } from "@/tests/support/statements";

const folder = mkdtempSync(join(tmpdir(), "marketplace-replica-"));
chmodSync(folder, 0o755);
const primary = await startPrimary(join(folder, "primary"));
await migrate(primary.url("postgres"));
let standby = await startStandby(primary, join(folder, "standby"));
Object.assign(process.env, {
  DATABASE_URL: primary.url("postgres"),
  DATABASE_REPLICA_URL: standby.url("postgres"),
  DATABASE_REPLICA_LAG_SECONDS: "2",
});

// After the settings are there: what follows reads them when it is loaded.
const [
  { call },
  { personWith, run },
  { liveSkill, person },
  { startUpstream },
  { stumble },
  db,
  keys,
  metrics,
  readiness,
] = await Promise.all([
  import("@/tests/support/api"),
  import("@/tests/support/money"),
  import("@/tests/support/people"),
  import("@/tests/support/upstream"),
  import("@/tests/support/stumble"),
  import("@/lib/core/db"),
  import("@/lib/keys/service"),
  import("@/server/metrics"),
  import("@/server/readiness"),
]);

/** Runs a statement on the standby, by a connection of its own. */
async function onStandby(text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: standby.url("postgres") });
  await client.connect();
  return client.query(text, values).finally(() => client.end());
}

let other: ApiProcess;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
  other = await startApiProcess(await bundleApiProcess());
  await usable();
});
afterAll(async () => {
  await other.kill();
  await upstream.close();
  await keys.flushTouches();
  await db.closeDatabase();
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await onStandby("SELECT pg_wal_replay_resume()");
  await usable();
});

const statements = watchStatements();
const pause = () => onStandby("SELECT pg_wal_replay_pause()");
const reads = () => ({ ...db.replicaState()?.reads });
const ready = async () => (await readiness.handleReady()).status;

function usable(is = true) {
  return vi.waitFor(() => expect(db.replicaState()?.isUsable).toBe(is), { timeout: 15_000, interval: 20 });
}

/** Waits until everything that is written by now has been replayed. */
async function caughtUp() {
  const [row] = await db.query<{ at: string }>(
    "test.position",
    "SELECT pg_current_wal_insert_lsn()::text AS at",
    [],
  );
  await vi.waitFor(
    async () => {
      const { rows } = await onStandby("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done", [row?.at]);
      expect(rows[0].done).toBe(true);
    },
    { timeout: 15_000, interval: 20 },
  );
  // The process looks every tenth of a second how far it has come.
  await new Promise((resolve) => setTimeout(resolve, 400));
}

async function readElsewhere(path: string, key: string) {
  const response = await fetch(other.url + path, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as { data: Record<string, unknown>[] } & Record<string, unknown>;
}

async function metricOf(name: string): Promise<number> {
  const answer = await metrics.handleMetrics(new Request("http://market.test/metrics"), "127.0.0.1");
  const line = (await answer.text()).split("\n").find((text) => text.startsWith(`${name} `));
  return Number(line?.split(" ").at(-1));
}

describe("reads on a replica", () => {
  test("go there when their account has written nothing of late, in two round trips as before", async () => {
    const { slug } = await liveSkill(await person());
    const reader = await person();
    await caughtUp();
    for (const path of [
      "/v1/skills",
      "/v1/skills?search=statistics",
      `/v1/skills/${slug}`,
      "/v1/categories",
      "/v1/usage",
      "/v1/ledger",
    ])
      await call("GET", path, { key: reader.key });
    const before = reads();
    for (const path of ["/v1/skills?limit=19", `/v1/skills/${slug}`, "/v1/categories"]) {
      statements.clear();
      expect((await call("GET", path, { key: reader.key })).status).toBe(200);
      const own = statements.sent.filter(({ name }) => /^(accounts|catalog|purchases)\./.test(name));
      expect(own.map(({ name }) => name)).toHaveLength(2);
    }
    expect(reads().replica).toBe((before.replica ?? 0) + 3);
    expect(reads().primary).toBe(before.primary);
  });

  test("answer what was before while replay stands still, and what is new once it goes on", async () => {
    const [developer, reader] = [await person(), await person()];
    await caughtUp();
    await pause();
    const { slug } = await liveSkill(developer);
    expect((await call("GET", `/v1/skills/${slug}`, { key: reader.key })).status).toBe(404);
    await onStandby("SELECT pg_wal_replay_resume()");
    await caughtUp();
    expect((await call("GET", `/v1/skills/${slug}`, { key: reader.key })).status).toBe(200);
  });
});

describe("an account reads its own writes while replay stands still", () => {
  test("in the process that wrote and in another one: a call, its usage, its ledger, the free calls that are left", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.5, free_calls: 1 });
    const buyer = await personWith(10);
    await caughtUp();
    await pause();
    for (const _ of [1, 2]) expect((await run(buyer.key, slug)).status).toBe(200);
    for (const read of [
      async (path: string) => (await call("GET", path, { key: buyer.key })).body,
      (path: string) => readElsewhere(path, buyer.key),
    ]) {
      expect((await read("/v1/usage")).data).toHaveLength(2);
      expect((await read("/v1/ledger")).data.map(({ kind }) => kind)).toContain("execute");
      expect((await read(`/v1/skills/${slug}`)).access).toMatchObject({ free_calls_left: 0 });
      expect((await read("/v1/usage/summary")).totals).toMatchObject({ calls: 2 });
    }
  });

  test("a call takes three round trips and a purchase two, with their notes", async () => {
    const developer = await person();
    const metered = await liveSkill(developer);
    const subscription = { pricing_type: "subscription", price: 1, price_per_call: null };
    const [first, second] = [
      await liveSkill(developer, subscription),
      await liveSkill(developer, subscription),
    ];
    const buyer = await personWith(10);
    const buy = ({ slug }: { slug: string }) =>
      call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    await run(buyer.key, metered.slug);
    await buy(first);
    const countOf = async (work: () => Promise<{ status: number }>) => {
      statements.clear();
      expect((await work()).status).toBe(200);
      return statements.sent.filter(({ name }) => /^(accounts|catalog|purchases|execution)\./.test(name))
        .length;
    };
    expect(await countOf(() => run(buyer.key, metered.slug))).toBe(3);
    await caughtUp();
    await pause();
    expect(await countOf(() => buy(second))).toBe(2);
    const bought = await readElsewhere("/v1/purchases", buyer.key);
    expect(bought.data).toHaveLength(2);
    expect(bought.data.map(({ skill }) => (skill as { slug: string }).slug)).toEqual(
      expect.arrayContaining([first.slug, second.slug]),
    );
  });

  test("what was changed without credits: a review", async () => {
    const developer = await person();
    const buyer = await personWith(10);
    const { slug } = await liveSkill(developer);
    for (const _ of [1, 2, 3]) await run(buyer.key, slug);
    await caughtUp();
    await pause();
    const text = "Counts every word, and quickly.";
    const put = await call("PUT", `/v1/skills/${slug}/reviews`, {
      key: buyer.key,
      body: { rating: 5, text },
    });
    expect(put.status).toBe(200);
    const reviews = await readElsewhere(`/v1/skills/${slug}/reviews`, buyer.key);
    expect(reviews.data).toMatchObject([{ text }]);
    expect((await readElsewhere(`/v1/skills/${slug}/reviews`, developer.key)).data).toEqual([]);
  });

  test("a read that begins early, as whoever the key stood for last, is not answered when a write came in between", async () => {
    const { slug } = await liveSkill(await person());
    const buyer = await personWith(10);
    await caughtUp();
    // Both processes remember the caller as one who has not written of late.
    await readElsewhere("/v1/usage", buyer.key);
    await caughtUp();
    expect((await readElsewhere("/v1/usage", buyer.key)).data).toEqual([]);
    await pause();
    expect((await run(buyer.key, slug)).status).toBe(200);
    expect((await readElsewhere("/v1/usage", buyer.key)).data).toHaveLength(1);
  });
});

describe("a write that cannot be noted", () => {
  const make = (key: string) => call("POST", "/v1/keys", { key, body: { name: "Another" } });
  const noted = "SELECT 1 FROM account_write WHERE account_id = $1";

  test("is answered as it went: with the secret of a key, and with its refusal", async () => {
    const { id, key } = await person();
    const end = await stumble("account_write", `NEW.account_id = '${id}'`);
    try {
      const made = await make(key);
      expect([made.status, made.body.api_key]).toEqual([200, expect.stringMatching(/^skm_/)]);
      const refused = await call("DELETE", `/v1/keys/${id}`, { key });
      expect([refused.status, refused.body.error.code]).toEqual([404, "not_found"]);
    } finally {
      await end();
    }
    expect(await db.query("test.noted", noted, [id])).toEqual([]);
  });

  test("is noted at the second try", async () => {
    const { id, key } = await person();
    await db.query("test.tries", "CREATE SEQUENCE test_tries", []);
    const end = await stumble("account_write", `NEW.account_id = '${id}' AND nextval('test_tries') = 1`);
    expect((await make(key).finally(end)).status).toBe(200);
    expect(await db.query("test.noted", noted, [id])).toHaveLength(1);
  });
});

describe("without the replica", () => {
  test("one that lags too far is left alone, and used again once it has caught up; readiness stays", async () => {
    const reader = await person();
    await caughtUp();
    await pause();
    // The primary must go on for the replica to fall behind.
    const writing = setInterval(() => void person().catch(() => {}), 200);
    await usable(false);
    clearInterval(writing);
    expect([await metricOf("database_replica_usable"), await ready()]).toEqual([0, 200]);
    expect(await metricOf("database_replica_lag_seconds")).toBeGreaterThan(2);
    const before = reads();
    expect((await call("GET", "/v1/skills", { key: reader.key })).status).toBe(200);
    expect(reads().replica).toBe(before.replica);
    await onStandby("SELECT pg_wal_replay_resume()");
    await usable();
    expect(await metricOf("database_replica_usable")).toBe(1);
  });

  test("one that is stopped in the middle costs no request; back, it is read again, and once promoted never more", async () => {
    const reader = await person();
    await caughtUp();
    const statuses = new Set<number>();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const answers = await Promise.all(
          ["/v1/skills", "/v1/usage", "/v1/categories"].map((path) => call("GET", path, { key: reader.key })),
        );
        for (const { status } of answers) statuses.add(status);
      }
    })();
    await standby.stop();
    await usable(false);
    expect(await ready()).toBe(200);
    standby = await startAgain(join(folder, "standby"), standby);
    await usable();
    await onStandby("SELECT pg_promote()");
    await usable(false);
    const { slug } = await liveSkill(await person());
    expect((await call("GET", `/v1/skills/${slug}`, { key: reader.key })).status).toBe(200);
    isOver = true;
    await reading;
    expect([...statuses]).toEqual([200]);
  });
});
