import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MANIFEST } from "@/host/backup/manifest";
import { JOBS } from "@/host/jobs";
import * as usage from "@/lib/demand/usage/service";
import * as keys from "@/lib/identity/keys/service";
import { pool } from "@/lib/platform/core/db";
import * as jobs from "@/lib/platform/jobs/service";
import { storeKey } from "@/lib/supply/packages/store";
import { call } from "@/tests/support/api";
import { rewritten } from "@/tests/support/archives";
import { runBackup as script } from "@/tests/support/backups";
import { asAdmin, urlOf } from "@/tests/support/database";
import { fullTest } from "@/tests/support/full";
import { livedIn } from "@/tests/support/lived-in";
import { expectSound, personWith, run, subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { PATIENT } from "@/tests/support/patience";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startUpstream } from "@/tests/support/upstream";
import { deliveriesOf, webhook } from "@/tests/support/webhooks";

const folder = mkdtempSync(join(tmpdir(), "marketplace-backup-"));
const restored = `restored_${process.pid}`;
const archive = join(folder, "backup.zip");
const elsewhere = { DATABASE_URL: urlOf(restored), DATA_DIR: join(folder, "data") };
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let caller: Awaited<ReturnType<typeof personWith>>;
let called: string;
let icon: string;

beforeAll(async () => {
  upstream = await startUpstream({ hook: (_, response) => response.writeHead(200).end() });
  await asAdmin(`CREATE DATABASE ${restored}`);
  const developer = await person("Ada — “Naïve” \t Lovelace");
  ({ slug: called } = await liveSkill(developer, {
    pricing_type: "usage",
    price_per_call: 0.5,
  }));
  const { body: image } = await call("POST", "/v1/developer/images?kind=icon", {
    key: developer.key,
    raw: new Uint8Array(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
        .png()
        .toBuffer(),
    ),
    headers: { "content-type": "application/octet-stream" },
  });
  icon = image.id;
  // The icon counts as a package: both lie in one store.
  await liveDownload(developer, { icon });
  caller = await personWith(1_000);
  await liveForAWhile(developer);
});

/** Jobs by the clock and by the queue, a purchase, calls, and events that arrive: what an installation has after its first minutes. */
async function liveForAWhile(developer: Person): Promise<void> {
  const { id } = await webhook(developer);
  const bought = await liveSkill(developer, subscription());
  await jobs.start(JOBS);
  await usage.ensurePartitions();
  await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: caller.key, body: {} });
  expect((await run(caller.key, called)).status).toBe(200);
  for (const { everySeconds, run: runNow } of JOBS) if (everySeconds) await runNow();
  const isDelivered = async () => (await deliveriesOf(developer, id)).some(({ status }) => status === 200);
  await vi.waitUntil(isDelivered, PATIENT);
  const { rows } = await pool().query(
    "SELECT 1 FROM pg_class WHERE relnamespace = 'pgboss'::regnamespace AND relispartition",
  );
  expect(rows.length).toBeGreaterThan(0);
}

afterAll(async () => {
  await jobs.stop();
  await upstream?.close();
  await asAdmin(`DROP DATABASE IF EXISTS ${restored} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
});

/** A digest of every table's rows; leases, and the cursors and sums that a check moves, are left out. */
async function digests(url = process.env.DATABASE_URL): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition AND relname NOT IN ('_prisma_migrations', 'sql_functions', 'process_lease', 'check_cursor', 'rollup_cursor', 'wallet_sum')`,
    );
    const all: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) ORDER BY t::text)), '') AS digest FROM "${name}" t`,
      );
      all[name] = rows[0].digest;
    }
    return all;
  } finally {
    await client.end();
  }
}

async function scratchDatabases(): Promise<string[]> {
  const { rows } = await pool().query("SELECT datname FROM pg_database WHERE starts_with(datname, 'verify_')");
  return rows.map(({ datname }) => datname);
}

test("what a year leaves behind is restored whole, and what is restored is backed up and restored again as it is", async () => {
  const { archive: left } = await livedIn();
  const [first, second, copy] = [`lived_in_${process.pid}`, `lived_again_${process.pid}`, join(folder, "lived-in.zip")];
  const at = (name: string) => ({ DATABASE_URL: urlOf(name), DATA_DIR: join(folder, name) });
  for (const name of [first, second]) await asAdmin(`CREATE DATABASE ${name}`);
  try {
    const steps = [
      await script("restore", left, at(first)),
      await script("backup", copy, at(first)),
      await script("restore", copy, at(second)),
    ];
    expect(steps).toEqual(steps.map(({ output }) => ({ output, code: 0 })));
    expect(await digests(urlOf(second))).toEqual(await digests(urlOf(first)));
    expect((await script("verify", copy)).output).toMatch(/is whole: \d{4,} rows of \d+ tables/);
  } finally {
    for (const name of [first, second]) await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

describe("a backup", () => {
  test("is consistent while calls are running", async () => {
    let isOver = false;
    const calls = (async () => {
      while (!isOver) await run(caller.key, called);
    })();
    const { output, code } = await script("backup", archive);
    isOver = true;
    await calls;
    expect(output).toMatch(/rows of \d+ tables, 2 packages/);
    expect([code, statSync(archive).mode & 0o777]).toEqual([0, 0o600]);
    await expectSound();
  });

  fullTest(
    "is whole when it was restored into a scratch database whose ledger holds, and that database is gone",
    async () => {
      const { output, code } = await script("verify", archive);
      expect(output).toContain("Restored into a scratch database.");
      expect(output).toMatch(/is whole: \d+ rows of \d+ tables, 2 packages/);
      expect([code, output.includes("BROKEN")]).toEqual([0, false]);
      expect(await scratchDatabases()).toEqual([]);
    },
  );

  fullTest("is not called whole where no scratch database can be made: what was not checked is named", async () => {
    const limited = new URL(process.env.DATABASE_URL ?? "");
    limited.username = `limited_${process.pid}`;
    limited.password = "limited";
    await asAdmin(`CREATE ROLE ${limited.username} LOGIN PASSWORD 'limited'`);
    for (const url of [limited.href, "postgresql://nobody@127.0.0.1:1/none"]) {
      const { output, code } = await script("verify", archive, { DATABASE_URL: url });
      expect(output).toMatch(/is as it was written.*\n?NOT CHECKED: whether it can be restored/);
      expect(output).toMatch(/permission denied to create database|ECONNREFUSED/);
      expect([code, output.includes("is whole")]).toEqual([2, false]);
    }
    await asAdmin(`DROP ROLE ${limited.username}`);
  });

  test("whose ledger does not hold, or that lacks a package, is not whole", async () => {
    const wrong = await rewritten(archive, join(folder, "wrong.zip"), (name, bytes) =>
      name === "tables/wallet.tsv" ? Buffer.from(bytes.toString().replace(/\t(\d+)\t/, "\t1$1\t")) : bytes,
    );
    const unsound = await script("verify", wrong);
    expect(unsound.output).toMatch(/BROKEN +1 +wallets follow their entries and holds/);
    expect([unsound.code, unsound.output.includes("is whole")]).toEqual([1, false]);
    const lacking = await rewritten(archive, join(folder, "lacking.zip"), (name, bytes) =>
      name.startsWith("packages/") ? null : bytes,
    );
    const { output, code } = await script("verify", lacking);
    expect(output).toContain("It lacks the packages");
    expect([code, output.includes("is whole")]).toEqual([1, false]);
    expect(await scratchDatabases()).toEqual([]);
  });

  test("fills an empty installation with the same rows, packages and images, whose ledger is sound", async () => {
    await jobs.stop();
    // An archive of an earlier release, which named the partitions of the job queue, too.
    const current = join(folder, "current.zip");
    // When a key was last used is written a moment later.
    await keys.flushTouches();
    expect((await script("backup", current)).code).toBe(0);
    const still = await rewritten(current, join(folder, "still.zip"), (name, bytes) => {
      if (name !== MANIFEST) return bytes;
      const manifest = JSON.parse(bytes.toString());
      manifest.partitions.unshift({ name: "job_common", parent: "job", bound: "DEFAULT" });
      return Buffer.from(JSON.stringify(manifest));
    });
    const before = await digests();
    const { output, code } = await script("restore", still, elsewhere);
    expect(output).toContain("packages are stored as recorded (2)");
    expect([code, output.includes("BROKEN")]).toEqual([0, false]);
    expect(await digests(elsewhere.DATABASE_URL)).toEqual(before);
    const image = readFileSync(join(elsewhere.DATA_DIR, "packages", storeKey(icon)));
    expect(createHash("sha256").update(image).digest("hex")).toBe(icon);
    expect((await sharp(image).metadata()).format).toBe("webp");
  });

  test("is an installation that goes on: its jobs start, and calls are charged", async () => {
    const worker = spawn(process.execPath, ["scripts/run.mjs", "worker"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...elsewhere, WORKER_PORT: "0", LOG_LEVEL: "info" },
    });
    const api = await startApiProcess(await bundleApiProcess(), elsewhere);
    try {
      for await (const line of createInterface({ input: worker.stdout })) if (line.includes('"working"')) break;
      const answer = await fetch(`${api.url}/v1/skills/${called}/execute`, {
        method: "POST",
        body: "{}",
        headers: { authorization: `Bearer ${caller.key}`, "content-type": "application/json" },
      });
      expect([answer.status, await answer.json()]).toMatchObject([200, { usage: { cost: 0.5 } }]);
    } finally {
      await api.kill();
      const exited = once(worker, "exit");
      worker.kill("SIGTERM");
      await exited;
    }
  });

  test("is refused by an installation that has accounts, and nothing is changed", async () => {
    const before = await digests(elsewhere.DATABASE_URL);
    const { output, code } = await script("restore", archive, elsewhere);
    expect(output).toContain("This installation has accounts.");
    expect(code).toBe(1);
    expect(await digests(elsewhere.DATABASE_URL)).toEqual(before);
  });

  fullTest("that is cut off or changed is named as such, and not restored", async () => {
    const bytes = readFileSync(archive);
    const cut = join(folder, "cut.zip");
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    expect((await script("verify", cut)).output).toContain("is no backup, or is cut off");
    const changed = join(folder, "changed.zip");
    copyFileSync(archive, changed);
    // The packed rows of the first tables.
    bytes.fill(0, 300, 1_500);
    writeFileSync(changed, bytes);
    const { output, code } = await script("verify", changed);
    expect(output).toMatch(/is not as it was written|cannot be read/);
    expect(code).toBe(1);
  });
});

fullTest("reconcile finds a package that is missing or changed", async () => {
  const packages = join(elsewhere.DATA_DIR, "packages");
  const [name = ""] = readdirSync(packages, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".zip"),
  );
  const child = () =>
    spawn(process.execPath, ["scripts/run.mjs", "reconcile"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...elsewhere },
    });
  writeFileSync(join(packages, name), "something else");
  expect(await text(child().stdout)).toMatch(/changed [0-9a-f]{64}/);
  rmSync(join(packages, name));
  expect(await text(child().stdout)).toMatch(/missing [0-9a-f]{64}/);
});
