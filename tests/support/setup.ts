import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { endCluster } from "@/tests/support/cluster";
import { cloneDatabase } from "@/tests/support/database";
import { freePort } from "@/tests/support/free-port";

const upstream = `127.0.0.1:${await freePort()}`;
const dataDir = mkdtempSync(join(tmpdir(), "marketplace-test-"));
const database = await cloneDatabase();
endCluster();
Object.assign(process.env, {
  APP_ENV: "local",
  DATABASE_URL: database.url,
  DATABASE_POOL: "20",
  DATA_DIR: dataDir,
  PUBLIC_URL: "http://market.test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  RATE_LIMITS: "off",
  SEED: "off",
  EXECUTION_ALLOW: upstream,
  ADMIN_EMAILS: "root@example.com",
});

if (process.env.TEST_POOLER_PORT) {
  const url = new URL(database.url);
  url.port = process.env.TEST_POOLER_PORT;
  url.searchParams.delete("host");
  Object.assign(process.env, { DATABASE_URL: url.href, DATABASE_PREPARED: "off" });
}

afterAll(async () => {
  try {
    // The faults end with books of another database, or with none.
    if (process.env.TEST_BOOKS) await (await import("@/tests/support/money")).expectSoundBooks();
  } finally {
    await leave();
  }
});

async function leave(): Promise<void> {
  const [{ closeDatabase }, keys, leases, details] = await Promise.all([
    import("@/lib/platform/core/db"),
    import("@/lib/identity/keys/service"),
    import("@/lib/platform/jobs/leases"),
    import("@/lib/demand/usage/call-details"),
  ]);
  await keys.flushTouches();
  await details.flushCalls();
  await leases.endLease();
  await closeDatabase();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}
