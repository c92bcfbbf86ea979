import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { pool } from "@/lib/platform/core/db";
import { startHost, startLoader } from "@/tests/bench/processes";
import { figure, percentile, type Result } from "@/tests/bench/results";
import { livedIn } from "@/tests/support/lived-in";

const DATABASE = "bench_lived_in";
const PAGE = 20;
/** Pages of a list that are read, as far as it goes. */
const PAGES = 20;
const ROUNDS = 10;
/** What a list takes at most before people wait for it. */
const MAX_MS = 50;
const PASSWORD = "a long password";

/** Lists of what somebody has, by whom it is read. */
const LISTS = {
  buyer: ["/v1/skills", "/v1/purchases", "/v1/usage", "/v1/ledger", "/v1/credits/orders", "/v1/notifications"],
  seller: ["/v1/developer/skills", "/v1/developer/reviews", "/v1/developer/refund-requests", "/v1/developer/payouts"],
  admin: ["/v1/admin/accounts", "/v1/admin/purchases", "/v1/admin/audit", "/v1/admin/skills", "/v1/admin/reports"],
};

/** Every list of an installation that was lived in, as its busiest people read it page by page, against the same list of a newcomer. */
export async function lived(): Promise<Result[]> {
  const { archive, people } = await livedIn();
  const folder = mkdtempSync(join(tmpdir(), "marketplace-bench-lived-in-"));
  await pool().query(`CREATE DATABASE ${DATABASE}`);
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.pathname = `/${DATABASE}`;
  const settings = { DATABASE_URL: url.href, DATA_DIR: folder };
  const script = resolve("scripts/backup.mjs");
  await promisify(execFile)(process.execPath, [script, "restore", archive], { env: { ...process.env, ...settings } });
  const [host, loader] = [await startHost(settings), startLoader()];
  const newcomer = await register(host.origin);
  const results: Result[] = [];
  for (const who of ["buyer", "seller", "admin"] as const) {
    const cookie = await signIn(host.origin, people[who]);
    const measure = async (paths: string[], asked: { cookie?: string; key?: string }) => {
      const requests = Array.from({ length: ROUNDS }, () => paths.map((path) => ({ path, ...asked }))).flat();
      const spec = { origin: host.origin, requests, connections: 1, durationMs: 60_000, isOnce: true };
      await loader.run(spec);
      const { failed, latenciesMs } = await loader.run(spec);
      if (failed > 0) throw new Error(`${failed} of ${paths[0]} were refused`);
      return latenciesMs;
    };
    for (const list of LISTS[who]) {
      const total = await totalOf(host.origin + list, cookie);
      const pages = Math.max(1, Math.min(PAGES, Math.ceil(total / PAGE)));
      const paths = Array.from({ length: pages }, (_, page) => `${list}?limit=${PAGE}&offset=${page * PAGE}`);
      const taken = await measure(paths, { cookie });
      const floor = who === "admin" ? {} : { floor: percentile(await measure([list], { key: newcomer }), 0.5) };
      results.push(
        figure(`${who}: ${list}, ${total} rows, p95`, {
          value: percentile(taken, 0.95),
          unit: "ms",
          against: `p50 ${percentile(taken, 0.5).toFixed(1)} ms${who === "admin" ? "" : "; a newcomer's"}`,
          ...floor,
          goal: { of: "value", is: "<=", than: MAX_MS },
        }),
      );
    }
  }
  loader.stop();
  await host.stop();
  await pool().query(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
  return results;
}

async function totalOf(list: string, cookie: string): Promise<number> {
  const answer = await fetch(`${list}?limit=1`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`);
  return ((await answer.json()) as { total?: number }).total ?? 0;
}

async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${email} can't sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

async function register(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "newcomer@example.com", password: PASSWORD, name: "Newcomer" }),
  });
  return ((await answer.json()) as { api_key: string }).api_key;
}
