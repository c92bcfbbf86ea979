import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { cloneDatabase } from "@/tests/support/database";

const dataDir = mkdtempSync(join(tmpdir(), "marketplace-test-"));
const database = await cloneDatabase();
Object.assign(process.env, {
  APP_ENV: "local",
  DATABASE_URL: database.url,
  DATABASE_POOL: "20",
  DATA_DIR: dataDir,
  PUBLIC_URL: "http://market.test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  RATE_LIMITS: "off",
  SEED: "off",
  ADMIN_EMAILS: "root@example.com",
});

afterAll(async () => {
  const [{ closeDatabase }, keys] = await Promise.all([import("@/lib/core/db"), import("@/lib/keys/service")]);
  await keys.flushTouches();
  await closeDatabase();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
