import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma, transaction } from "@/lib/core/db";
import { expectSound } from "@/tests/support/money";
import { administrator, draftSkill, person } from "@/tests/support/people";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";

let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess(await bundleApiProcess());
});
afterAll(() => api?.kill());

/** Ends the one connection of the tests' database that waits for a lock. */
async function cutWhoWaits(): Promise<void> {
  const cut = () => prisma().$queryRaw<unknown[]>`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await cut()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("a connection that is cut inside a transaction fails its request, changes nothing, and the process serves on", async () => {
  const { key } = await administrator();
  const skill = await draftSkill(await person(), { submit: true });
  const approve = () =>
    fetch(`${api.url}/v1/admin/skills`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ skill_id: skill.id, action: "approve" }),
    });
  const cut = await transaction(async (db) => {
    await db.query("SELECT 1 FROM skill WHERE id = $1 FOR UPDATE", [skill.id]);
    const waiting = approve();
    await cutWhoWaits();
    return waiting;
  });
  const { error } = (await cut.json()) as { error: { code: string } };
  expect([cut.status, error.code]).toEqual([500, "internal"]);
  expect(await prisma().listing.count({ where: { skillId: skill.id } })).toBe(0);
  expect(api.child.exitCode).toBeNull();
  expect((await approve()).status).toBe(200);
  await expectSound();
});
