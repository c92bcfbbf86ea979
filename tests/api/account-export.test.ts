import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call, send } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const ORIGIN = { origin: "http://market.test" };

describe("GET /v1/account/export", () => {
  test("one JSON file holds everything about the account, nothing of others, and no secret", async () => {
    const [someone, developer] = [await personWith(5), await person()];
    const [skill, own] = [await liveSkill(developer), await liveSkill(someone)];
    await run(someone.key, skill.slug);
    const plan = { name: "Acme", interval: "month", price_micros: "1", trial_days: 0 };
    await prisma().planOffer.create({ data: { id: newId(), skillId: own.id, accountId: developer.id, plan } });
    const visitor = new Visitor();
    await visitor.signIn(someone.email);
    const response = await send("GET", "/v1/account/export", {
      headers: { cookie: visitor.cookie, ...ORIGIN },
    });
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="skills-marketplace-[\d-]+\.json"$/,
    );
    const text = await response.text();
    const data = JSON.parse(text);
    expect(data.account).toMatchObject([{ id: someone.id, email: someone.email }]);
    expect(data.balance).toEqual([{ balance: 4.5, held: 0 }]);
    expect(data.ledger.map(({ amount }: { amount: number }) => amount)).toEqual([5, -0.5]);
    expect(data.usage).toMatchObject([{ skill: skill.slug, cost: 0.5, status: "succeeded" }]);
    expect(data.skills).toMatchObject([{ slug: own.slug, revision: 1 }]);
    expect(data.plan_offers).toMatchObject([{ skill: own.slug, plan: "Acme", account: expect.any(String) }]);
    expect([data.keys.length, data.sessions.length, data.purchases, data.reviews]).toEqual([1, 1, [], []]);
    const [session, stored, secret] = await Promise.all([
      prisma().session.findFirstOrThrow({ where: { accountId: someone.id } }),
      prisma().credential.findFirstOrThrow({ where: { ownerId: someone.id } }),
      prisma().skill.findFirstOrThrow({ where: { id: own.id } }),
    ]);
    for (const hidden of [session.token, stored.password, secret.signingSecret, someone.key, developer.email])
      expect(text).not.toContain(hidden);
  });

  test("more rows than one batch arrive whole, and a reader who leaves gives the connection back", async () => {
    const someone = await person();
    await prisma()
      .$executeRaw`INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
      SELECT gen_random_uuid(), ${someone.id}::uuid, gen_random_uuid(), 'skill-' || n, gen_random_uuid(), 'execute', 'succeeded', 0, true, 5, now() FROM generate_series(1, 1234) n`;
    const visitor = new Visitor();
    await visitor.signIn(someone.email);
    const ask = () => send("GET", "/v1/account/export", { headers: { cookie: visitor.cookie, ...ORIGIN } });
    expect(JSON.parse(await (await ask()).text()).usage).toHaveLength(1234);
    for (let i = 0; i < 5; i++) {
      const reader = (await ask()).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    expect(JSON.parse(await (await ask()).text()).usage).toHaveLength(1234);
  });

  test("a connection that is cut in the middle breaks the file and nothing else", async () => {
    const someone = await person();
    const visitor = new Visitor();
    await visitor.signIn(someone.email);
    const ask = () => send("GET", "/v1/account/export", { headers: { cookie: visitor.cookie, ...ORIGIN } });
    const reader = (await ask()).body?.getReader();
    await reader?.read();
    const cut = () => prisma().$queryRaw<unknown[]>`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`;
    while ((await cut()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow();
    expect(JSON.parse(await (await ask()).text()).account).toHaveLength(1);
  });

  test("it is for a signed-in person", async () => {
    const someone = await person();
    const byKey = await call("GET", "/v1/account/export", { key: someone.key });
    expect([byKey.status, byKey.body.error.code]).toEqual([403, "session_required"]);
    expect((await call("GET", "/v1/account/export")).status).toBe(401);
  });
});
