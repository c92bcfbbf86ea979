import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INVARIANTS } from "@/lib/ledger/invariants";
import { migrate } from "@/tests/support/migrate";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";

type Server = { url: (database: string) => string; port: number; pid: number; stop: () => Promise<void> };
const folder = mkdtempSync(join(tmpdir(), "marketplace-fault-"));
chmodSync(folder, 0o755);
const startServer = async (port = 0): Promise<Server> =>
  (await import(pathToFileURL(resolve("scripts/lib/postgres.mjs")).href)).startPostgres({ folder, port });

let server: Server;
let api: ApiProcess;
beforeAll(async () => {
  server = await startServer();
  const admin = new Client({ connectionString: server.url("postgres") });
  await admin.connect();
  await admin.query("CREATE DATABASE faults");
  await admin.end();
  await migrate(server.url("faults"));
  api = await startApiProcess(await bundleApiProcess(), { DATABASE_URL: server.url("faults") });
}, 120_000);
afterAll(async () => {
  await api?.kill();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const register = (name: string) =>
  fetch(`${api.url}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.com`, password: "a long password" }),
  });

test("a database crash under load gives clean errors, and requests succeed soon after its restart", {
  timeout: 120_000,
}, async () => {
  expect((await register("before")).status).toBe(200);
  let isOver = false;
  const seen = new Map<number, number>();
  const accepted: string[] = [];
  const client = async (id: number) => {
    for (let i = 0; !isOver; i++) {
      const name = `load-${id}-${i}`;
      const answer = await register(name);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const body = (await answer.json()) as { error?: { code: string; message: string } };
      if (answer.status === 200) accepted.push(`${name}@example.com`);
      else expect([answer.status, body.error?.code]).toEqual([503, "unavailable"]);
      expect(body.error?.message ?? "").not.toMatch(/ECONN|postgres|terminat|SQL/i);
    }
  };
  const load = Promise.all(Array.from({ length: 6 }, (_, id) => client(id)));
  await expect.poll(() => seen.get(200) ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  process.kill(server.pid, "SIGKILL");
  await expect.poll(() => seen.get(503) ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  const health = async () => (await fetch(`${api.url}/v1/health`)).json();
  await expect.poll(health, { timeout: 30_000 }).toMatchObject({ status: "ok", database: "unreachable" });
  server = await startServer(server.port);
  let attempt = 0;
  await expect
    .poll(async () => (await register(`after-${attempt++}`)).status, { timeout: 30_000, interval: 50 })
    .toBe(200);
  isOver = true;
  await load;
  const check = new Client({ connectionString: server.url("faults") });
  await check.connect();
  const { rows } = await check.query("SELECT count(*)::int AS count FROM account WHERE email = ANY($1)", [
    accepted,
  ]);
  expect(rows[0].count).toBe(accepted.length);
  for (const { text } of Object.values(INVARIANTS)) {
    const given = "WITH given AS (SELECT $1::timestamptz, $2::timestamptz, $3::bigint, $4::bigint)";
    expect((await check.query(`${given} ${text}`, ["-infinity", "infinity", 0, 0])).rows).toEqual([]);
  }
  await check.end();
});
