import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { migrate } from "@/tests/support/migrate";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startAgain, startPrimary, startStandby } from "@/tests/support/standby";

const folder = mkdtempSync(join(tmpdir(), "marketplace-replica-"));
chmodSync(folder, 0o755);
let primary = await startPrimary(join(folder, "primary"));
await migrate(primary.url("postgres"));
let standby = await startStandby(primary, join(folder, "standby"));
Object.assign(process.env, {
  DATABASE_URL: primary.url("postgres"),
  DATABASE_REPLICA_URL: standby.url("postgres"),
  DATABASE_REPLICA_LAG_SECONDS: "2",
  PUBLIC_CATALOG: "on",
});

// After the settings are there: what follows reads them when it is loaded.
const [
  { log },
  { OTHER_DATABASE, openReplica },
  { call },
  { personWith, run },
  { liveSkill, person },
  { startUpstream },
  db,
  keys,
  metrics,
  readiness,
] = await Promise.all([
  import("@/lib/platform/core/log"),
  import("@/lib/platform/core/replica"),
  import("@/tests/support/api"),
  import("@/tests/support/money"),
  import("@/tests/support/people"),
  import("@/tests/support/upstream"),
  import("@/lib/platform/core/db"),
  import("@/lib/identity/keys/service"),
  import("@/host/metrics"),
  import("@/host/readiness"),
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

const pause = () => onStandby("SELECT pg_wal_replay_pause()");
const reads = () => ({ ...db.replicaState()?.reads });
const ready = async () => (await readiness.handleReady()).status;

function usable(is = true) {
  return vi.waitFor(() => expect(db.replicaState()?.isUsable).toBe(is), { timeout: 15_000, interval: 20 });
}

/** Waits until everything that is written by now has been replayed. */
async function caughtUp() {
  const [row] = await db.query<{ at: string }>("test.position", "SELECT pg_current_wal_insert_lsn()::text AS at", []);
  await vi.waitFor(
    async () => {
      const { rows } = await onStandby("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done", [row?.at]);
      expect(rows[0].done).toBe(true);
    },
    { timeout: 15_000, interval: 20 },
  );
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
  test("serve the listings of lists and searches in one round trip; an account's own data comes from the primary", async () => {
    const { slug } = await liveSkill(await person());
    const reader = await person();
    await caughtUp();
    const before = reads();
    for (const path of ["/v1/skills?limit=19", "/v1/skills?search=statistics", "/v1/categories"])
      expect((await call("GET", path, { key: reader.key })).status).toBe(200);
    expect(reads().replica).toBe((before.replica ?? 0) + 2);
    const after = reads();
    for (const path of [`/v1/skills/${slug}`, "/v1/usage", "/v1/ledger", "/v1/purchases", "/v1/balance"])
      expect((await call("GET", path, { key: reader.key })).status).toBe(200);
    expect(reads()).toEqual(after);
  });

  test("list a skill published meanwhile at once: the primary has it until the replica has replayed it", async () => {
    const [developer, reader] = [await person(), await person()];
    await caughtUp();
    await pause();
    const { slug } = await liveSkill(developer);
    const listed = async () => {
      const { body } = await call("GET", "/v1/skills?limit=100", { key: reader.key });
      return body.data.some((skill: Record<string, unknown>) => skill.slug === slug);
    };
    const before = reads();
    expect(await listed()).toBe(true);
    await onStandby("SELECT pg_wal_replay_resume()");
    await caughtUp();
    const after = reads();
    expect(await listed()).toBe(true);
    expect([after.replica, reads().replica]).toEqual([(before.replica ?? 0) + 1, (after.replica ?? 0) + 1]);
  });

  test("never hide an account's own purchase, call or review while replay is paused", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.5, free_calls: 1 });
    const buyer = await personWith(10);
    await caughtUp();
    await pause();
    for (const _ of [1, 2, 3]) expect((await run(buyer.key, slug)).status).toBe(200);
    const text = "Counts every word, and quickly.";
    const review = { key: buyer.key, body: { rating: 5, text } };
    expect((await call("PUT", `/v1/skills/${slug}/reviews`, review)).status).toBe(200);
    for (const read of [
      async (path: string) => (await call("GET", path, { key: buyer.key })).body,
      (path: string) => readElsewhere(path, buyer.key),
    ]) {
      expect((await read("/v1/usage")).data).toHaveLength(3);
      expect((await read(`/v1/skills/${slug}`)).access).toMatchObject({ free_calls_left: 0 });
      expect((await read(`/v1/skills/${slug}/reviews`)).data).toMatchObject([{ text }]);
    }
  });
});

describe("without the replica", () => {
  test("one that lags too far is not read until it has caught up; readiness stays", async () => {
    const [reader, { slug }] = [await person(), await liveSkill(await person())];
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
    // Nor is it while the primary is only busy.
    const held = await Promise.all(Array.from({ length: db.pool().options.max }, () => db.pool().connect()));
    expect((await call("GET", `/v1/skills/${slug}`)).status).toBe(503);
    for (const one of held) one.release();
    await onStandby("SELECT pg_wal_replay_resume()");
    await usable();
    expect(await metricOf("database_replica_usable")).toBe(1);
  });

  test("a standby in DATABASE_URL is named by the start and by the doctor", () => {
    const run = (script: string) =>
      spawnSync(process.execPath, [script], {
        encoding: "utf8",
        env: {
          ...process.env,
          DATABASE_URL: standby.url("postgres"),
          DATABASE_REPLICA_URL: "",
          PORT: "0",
          SMTP_URL: "",
        },
      });
    const started = run("scripts/start.mjs");
    expect(started.status).toBe(1);
    expect(started.stderr).toContain("DATABASE_URL names a standby, which accepts no writes.");
    expect(run("scripts/doctor.mjs").stdout).toContain("this PostgreSQL is a standby, which accepts no writes");
  });

  test("a server of another database is never read", async () => {
    const stranger = await startPrimary(join(folder, "stranger"));
    const warn = vi.spyOn(log, "warn");
    const settings = { url: stranger.url("postgres"), connections: 1, maxLagSeconds: 2, options: {} };
    const replica = openReplica(settings, db.pool());
    await vi.waitFor(() =>
      expect(warn.mock.calls.map(([fields]) => fields)).toContainEqual({ problem: OTHER_DATABASE }),
    );
    expect(replica.isUsable()).toBe(false);
    await replica.close();
    const { stdout } = spawnSync(process.execPath, ["scripts/doctor.mjs"], {
      encoding: "utf8",
      env: { ...process.env, DATABASE_REPLICA_URL: stranger.url("postgres"), PORT: "0", SMTP_URL: "" },
    });
    expect(stdout).toContain(`the replica is not used: ${OTHER_DATABASE}`);
    await stranger.stop();
  });

  test("serves visitors while the primary is away; what needs an account is 503 with Retry-After, and works again afterwards", async () => {
    const { slug } = await liveSkill(await person());
    const reader = await person();
    await caughtUp();
    const asVisitor = ["/v1/skills?limit=7", "/v1/categories", `/v1/skills/${slug}`];
    const statuses = () => Promise.all(asVisitor.map(async (path) => (await call("GET", path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await primary.stop();
    await usable(false);
    expect(await statuses()).toEqual([200, 200, 200]);
    const { status, headers } = await call("GET", "/v1/skills", { key: reader.key });
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    primary = await startAgain(join(folder, "primary"), primary);
    await usable();
    expect((await call("GET", "/v1/skills", { key: reader.key })).status).toBe(200);
  });

  test("one that stops under load fails no request; it is read again when it is back, and once it was promoted only while no other primary serves", async () => {
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
    await primary.stop();
    expect((await call("GET", "/v1/categories")).status).toBe(200);
    // What came after its promotion, it has not.
    expect((await call("GET", `/v1/skills/${slug}`)).status).toBe(404);
    primary = await startAgain(join(folder, "primary"), primary);
    const status = async () => (await call("GET", `/v1/skills/${slug}`)).status;
    await expect.poll(async () => [await ready(), await status()]).toEqual([200, 200]);
  });
});
