import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma, query } from "@/lib/platform/core/db";
import { updateTrust } from "@/lib/supply/catalog/trust";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

type Trust = Record<string, unknown> & {
  daily: { until: string | null; calls: number[]; failures: number[] };
};
const trustOf = async (reader: Person, slug: string) => {
  await rollUpAll("analytics");
  await updateTrust();
  const { body } = await call("GET", `/v1/skills/${slug}`, { key: reader.key });
  return body.trust as Trust;
};
const answerWith = (skillId: string, behaviour: string) =>
  prisma().listing.update({ where: { skillId }, data: { apiEndpoint: upstreamUrl(behaviour) } });

describe("the trust figures of a skill", () => {
  test("count the skill's failures against it, and neither callers' mistakes nor the developer's own calls", async () => {
    const [developer, caller] = [await person(), await personWith(100)];
    const { id, slug } = await liveSkill(developer, { price_per_call: 0.1 });
    for (let at = 0; at < 18; at++) expect((await run(caller.key, slug)).status).toBe(200);
    for (let at = 0; at < 5; at++) await run(developer.key, slug);
    await answerWith(id, "4xx");
    for (let at = 0; at < 3; at++) expect((await run(caller.key, slug)).status).toBe(502);
    expect(await trustOf(caller, slug)).toMatchObject({ calls: 18, success_rate: null, p95_ms: null });
    await answerWith(id, "5xx");
    for (let at = 0; at < 2; at++) expect((await run(caller.key, slug)).status).toBe(502);
    const trust = await trustOf(caller, slug);
    expect(trust).toMatchObject({ calls: 20, callers: 1, caller_errors: 3, success_rate: 0.9, purchases: 0 });
    expect(trust.last_failure_at).not.toBeNull();
    expect(Number(trust.p95_ms)).toBeGreaterThanOrEqual(Number(trust.p50_ms));
    expect([trust.daily.calls.length, trust.daily.calls.at(-1), trust.daily.failures.at(-1)]).toEqual([30, 18, 2]);
  });

  test("are on list cards as well, empty for an unused skill", async () => {
    const developer = await person("Nobody's publisher");
    const { slug } = await liveSkill(developer, { name: "Untouched" });
    const { body } = await call("GET", "/v1/skills?search=untouched", { key: developer.key });
    expect(body.data[0]).toMatchObject({
      slug,
      trust: { calls: 0, success_rate: null, daily: { until: null } },
    });
  });

  test("say how many purchases were refunded", async () => {
    const [developer, admin] = [await person(), await administrator()];
    const { slug } = await liveSkill(developer, subscription({ price: 1 }));
    const bought: string[] = [];
    for (let at = 0; at < 4; at++) {
      const buyer = await personWith(5);
      const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
      bought.push((body.purchase as { id: string }).id);
    }
    const refund = { key: admin.key, body: { refund: "full", reason: "It did not work." } };
    expect((await call("POST", `/v1/admin/purchases/${bought[0]}/refund`, refund)).status).toBe(200);
    expect(await trustOf(developer, slug)).toMatchObject({ purchases: 4, refund_rate: 0.25, calls: 0 });
    // Who shares the developer's card counts in neither.
    const related = await personWith(5);
    const card = { amountCents: 500n, creditsMicros: 5_000_000n, state: "expired", cardFingerprint: slug };
    await prisma().topupOrder.createMany({
      data: [developer, related].map(({ id }) => ({ ...card, id: randomUUID(), accountId: id })),
    });
    const own = await call("POST", `/v1/skills/${slug}/purchase`, { key: related.key, body: {} });
    const { id } = own.body.purchase as { id: string };
    expect((await call("POST", `/v1/admin/purchases/${id}/refund`, refund)).status).toBe(200);
    expect(await trustOf(developer, slug)).toMatchObject({ purchases: 4, refund_rate: 0.25 });
  });

  test("drop a day that leaves the window, without new calls", async () => {
    const [developer, caller] = [await person(), await personWith(10)];
    const { id, slug } = await liveSkill(developer, { price_per_call: 0.1 });
    await run(caller.key, slug);
    expect(await trustOf(caller, slug)).toMatchObject({ calls: 1, callers: 1 });
    for (const table of ["skill_stats_day", "skill_caller_day"])
      await query(`test.age.${table}`, `UPDATE ${table} SET day = day - 30 WHERE skill_id = $1`, [id]);
    await query("test.tomorrow", "UPDATE skill_trust SET stale_on = utc_day(now()) WHERE skill_id = $1", [id]);
    expect(await trustOf(caller, slug)).toMatchObject({ calls: 0, callers: 0 });
    const row = await prisma().skillTrust.findUniqueOrThrow({ where: { skillId: id } });
    expect(row.staleOn).toBeNull();
  });

  test("writing them again changes nothing, so that no cached page is given up", async () => {
    await rollUpAll("analytics");
    await updateTrust();
    await query("test.due", "UPDATE skill_trust SET changes = changes + 1", []);
    expect(await updateTrust()).toBe(0);
  });
});
