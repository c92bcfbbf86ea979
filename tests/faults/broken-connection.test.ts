import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pool, prisma, transaction } from "@/lib/platform/core/db";
import { expectSound } from "@/tests/support/money";
import { administrator, draftSkill, person } from "@/tests/support/people";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { openTcpProxy } from "@/tests/support/tcp-proxy";

let line: Awaited<ReturnType<typeof openTcpProxy>>;
let api: ApiProcess;
let key: string;
beforeAll(async () => {
  line = await openTcpProxy(new URL(process.env.DATABASE_URL ?? ""));
  api = await startApiProcess(await bundleApiProcess(), { DATABASE_URL: line.url, PUBLIC_CATALOG: "on" });
  ({ key } = await administrator());
});
afterEach(expectSound);
afterAll(async () => {
  line?.close();
  await api?.kill();
});

const PENDING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const get = (path: string) => fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

/** Approves a skill in the other process. */
function approve(skillId: string): Promise<Response> {
  return fetch(`${api.url}/v1/admin/skills`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ skill_id: skillId, action: "approve" }),
  });
}

/** Approves a skill, and does something while the transaction of that waits for a lock that is here. Returns the answer. */
async function approveWhile(skillId: string, work: () => Promise<void>): Promise<Response> {
  const { answer } = await transaction(async (db) => {
    await db.query("SELECT 1 FROM skill WHERE id = $1 FOR UPDATE", [skillId]);
    const begun = { answer: approve(skillId) };
    // Not by the same transaction, which is shown the same activity again and again.
    while ((await pool().query(PENDING)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await work();
    return begun;
  });
  return answer;
}

test("a connection that is cut inside a transaction fails its request, changes nothing, and the process serves on", async () => {
  const skill = await draftSkill(await person(), { submit: true });
  const answer = await approveWhile(skill.id, async () => {
    await pool().query(PENDING.replace("1", "pg_terminate_backend(pid)"));
  });
  const { error } = (await answer.json()) as { error: { code: string } };
  expect([answer.status, error.code]).toEqual([503, "unavailable"]);
  expect(await prisma().listing.count({ where: { skillId: skill.id } })).toBe(0);
  expect(api.child.exitCode).toBeNull();
  expect((await approve(skill.id)).status).toBe(200);
});

test("an unresponsive database is detected by probes, fails waiting requests but visitors' of the catalog, and is used again afterwards", async () => {
  const skill = await draftSkill(await person(), { submit: true });
  const health = async () => (await get("/v1/health")).json();
  const categories = async () => (await fetch(`${api.url}/v1/categories`)).status;
  let cut = () => {};
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  const answering = approveWhile(skill.id, async () => {
    expect(await health()).toMatchObject({ database: "ok" });
    expect(await categories()).toBe(200);
    line.cut();
    cut();
  });
  await isCut;
  await expect.poll(health).toMatchObject({ status: "ok", database: "unreachable" });
  expect([(await get("/v1/balance")).status, await categories()]).toEqual([503, 200]);
  expect((await answering).status).toBe(503);
  line.mend();
  await expect.poll(async () => (await get("/v1/balance")).status).toBe(200);
  await expect.poll(health).toMatchObject({ database: "ok" });
});

test("a server that takes no more writes, as a former primary does, is left: 503 with Retry-After, and then the next one is used", async () => {
  const skill = await draftSkill(await person(), { submit: true });
  const { rows } = await pool().query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
  const become = (what: string) => pool().query(`ALTER DATABASE ${rows[0]?.name} ${what}`);
  const health = async () => ((await (await get("/v1/health")).json()) as { database: string }).database;
  await become("SET default_transaction_read_only = on");
  line.reset();
  await expect.poll(health).toBe("unreachable");
  const refused = await approve(skill.id);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  await become("RESET default_transaction_read_only");
  // Connections that were made meanwhile refuse writes for good: each fails one request at most.
  await expect.poll(async () => (await approve(skill.id)).status).toBe(200);
  await expect.poll(health).toBe("ok");
});
