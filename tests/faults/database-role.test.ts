import { readFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream } from "@/tests/support/upstream";

const PASSWORD = "role-of-a-test";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let owner: Client;
beforeAll(async () => {
  upstream = await startUpstream();
  owner = new Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  await owner.query(readFileSync("ops/database-role.sql", "utf8"));
  await owner.query(`ALTER ROLE marketplace_app PASSWORD '${PASSWORD}'`);
  // The product's modules, which are loaded from here on, know the role only.
  const url = new URL(process.env.DATABASE_URL ?? "");
  Object.assign(url, { username: "marketplace_app", password: PASSWORD });
  process.env.DATABASE_URL = url.href;
});
afterAll(async () => {
  await owner.end();
  await upstream.close();
});

test("the role may change no table, and nothing of what is written once", async () => {
  const { pool } = await import("@/lib/platform/core/db");
  for (const text of [
    "ALTER TABLE account ADD COLUMN more int",
    "CREATE TABLE more (id int)",
    "DROP TABLE skill",
    "TRUNCATE wallet",
    "DELETE FROM ledger_entry",
    "UPDATE ledger_transaction SET kind = 'grant'",
    "DELETE FROM audit_event",
    "DELETE FROM _prisma_migrations",
  ])
    await expect(pool().query(text), text).rejects.toMatchObject({ code: "42501" });
});

test("under it people register, publish, approve, call, buy, are refunded, top up and read", async () => {
  const [{ call }, money, people, payments] = await Promise.all([
    import("@/tests/support/api"),
    import("@/tests/support/money"),
    import("@/tests/support/people"),
    import("@/tests/support/payments"),
  ]);
  const processor = await payments.startProcessor({ isDelivering: true });
  const [developer, root] = [await people.person(), await people.administrator()];
  const called = await people.liveSkill(developer);
  const bought = await people.liveSkill(developer, money.subscription());
  const buyer = await money.personWith(20);
  const headers = { "idempotency-key": "once" };
  expect((await money.run(buyer.key, called.slug, {}, headers)).status).toBe(200);
  const purchase = await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key });
  expect(purchase.status).toBe(200);
  const refund = await call("POST", `/v1/admin/purchases/${(purchase.body.purchase as { id: string }).id}/refund`, {
    key: root.key,
    body: { refund: "full", reason: "A test." },
  });
  expect(refund.status).toBe(200);
  const { body } = await call("POST", "/v1/credits/topup", { key: buyer.key, body: { amount: 5 } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error("no session");
  processor.sandbox.act(session, "pay");
  await expect.poll(() => money.available(buyer)).toBe(24.5);
  for (const path of ["/v1/skills?search=text", "/v1/usage", "/v1/ledger", "/v1/keys", "/v1/purchases"])
    expect([path, (await call("GET", path, { key: buyer.key })).status]).toEqual([path, 200]);
  await processor.close();
  await money.expectSound();
});

test("every job runs under it, and the queue starts in its own schema", async () => {
  const [{ JOBS }, jobs, usage] = await Promise.all([
    import("@/host/jobs"),
    import("@/lib/platform/jobs/service"),
    import("@/lib/demand/usage/service"),
  ]);
  for (const { queue, run } of JOBS) {
    // What the processor is asked has a stand-in elsewhere.
    if (queue === "reconcile-payments" || queue === "payout-refusals") continue;
    await expect(run(), queue).resolves.not.toThrow();
  }
  await owner.query("DROP TABLE IF EXISTS dropped");
  await owner.query(`DO $$ DECLARE v_name text; BEGIN
    SELECT inhrelid::regclass::text INTO v_name FROM pg_inherits
     WHERE inhparent = 'usage_record'::regclass AND inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$' ORDER BY 1 DESC LIMIT 1;
    EXECUTE format('DROP TABLE %I', v_name); END $$`);
  expect(await usage.ensurePartitions()).toBe(1);
  await jobs.start(JOBS.slice(0, 1));
  await jobs.stop();
});
