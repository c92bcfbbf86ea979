import { describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { LEASE_SECONDS } from "@/lib/platform/jobs/leases";
import { claim, settleClaim } from "@/lib/platform/ratelimit/idempotency";
import { call } from "@/tests/support/api";
import { liveSkill, person, skillFields, unique } from "@/tests/support/people";

const create = (key: string, body: object, idempotencyKey: string) =>
  call("POST", "/v1/developer/skills", { key, body, headers: { "idempotency-key": idempotencyKey } });
const owned = async (key: string) => (await call("GET", "/v1/developer/skills", { key })).body.total;

describe("Idempotency-Key", () => {
  test("the same request again gets the same bytes, and says that it is a replay", async () => {
    const { key } = await person();
    const body = skillFields();
    const first = await create(key, body, "a");
    const again = await create(key, body, "a");
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null]);
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
    expect(again.headers.get("request-id")).not.toBe(first.headers.get("request-id"));
    expect(await owned(key)).toBe(1);
  });

  test("another body, path or query under the same key is refused, and does nothing", async () => {
    const { key } = await person();
    const { slug } = await liveSkill(await person());
    await create(key, skillFields(), "a");
    const headers = { "idempotency-key": "a" };
    const answers = [
      await create(key, skillFields(), "a"),
      await call("POST", `/v1/skills/${slug}/execute`, { key, body: {}, headers }),
      await call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key, body: {}, headers }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code, body.error.param]).toEqual([400, "idempotency_key_reused", "Idempotency-Key"]);
    }
    expect(await owned(key)).toBe(1);
  });

  test("of twenty requests at once one does the work; the others replay it or are told to wait", async () => {
    const { key } = await person();
    const body = skillFields();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, body, "race")));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.body.error.code]).toEqual([409, "idempotency_in_progress"]);
      // What is left of the lease, which is less when the answer was long under way.
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(LEASE_SECONDS);
    }
    expect(await owned(key)).toBe(1);
  });

  test("keys belong to an account: two people may use the same one", async () => {
    const [ada, bob] = await Promise.all([person(), person()]);
    const [first, second] = [
      await create(ada.key, skillFields(), "shared"),
      await create(bob.key, skillFields(), "shared"),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.id).not.toBe(second.body.id);
  });

  test("another key of the same account replays too", async () => {
    const someone = await person();
    const issued = await call("POST", "/v1/keys", { key: someone.key, body: {} });
    const body = skillFields();
    const first = await create(someone.key, body, "a");
    expect((await create(String(issued.body.api_key), body, "a")).text).toBe(first.text);
  });

  test("a refusal by a rule is stored and replayed under its first request id", async () => {
    const { key } = await person();
    const body = skillFields({ slug: (await liveSkill(await person())).slug });
    const first = await create(key, body, "taken");
    const again = await create(key, body, "taken");
    expect([first.status, first.body.error.code]).toEqual([400, "slug_taken"]);
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([400, first.text, "true"]);
  });

  test("a body that does not parse claims nothing: the key is free for the mended request", async () => {
    const { key } = await person();
    const fields = skillFields();
    expect((await create(key, { ...fields, category: 7 }, "mend")).status).toBe(400);
    expect((await create(key, fields, "mend")).status).toBe(200);
  });

  test("after 24 hours a key is new again, and an abandoned claim is free for the same request only", async () => {
    const { key, id } = await person();
    const body = skillFields();
    await create(key, body, "old");
    const age = (hours: number) =>
      prisma().idempotencyRecord.updateMany({
        where: { accountId: id, key: "old" },
        data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
      });
    await age(23);
    expect((await create(key, skillFields(), "old")).body.error.code).toBe("idempotency_key_reused");
    await age(25);
    expect((await create(key, skillFields(), "old")).status).toBe(200);
  });

  test("what answers a secret is never stored", async () => {
    const { key, id } = await person();
    const headers = { "idempotency-key": "secret" };
    const first = await call("POST", "/v1/keys", { key, body: {}, headers });
    const second = await call("POST", "/v1/keys", { key, body: {}, headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.api_key).not.toBe(second.body.api_key);
    await call("POST", "/v1/auth/register", {
      body: { email: `secret-${unique()}@example.com`, password: "a long password" },
      headers,
    });
    expect(await prisma().idempotencyRecord.count({ where: { accountId: id } })).toBe(0);
    expect(await prisma().idempotencyRecord.count({ where: { body: { contains: "skm_" } } })).toBe(0);
  });
});

test("a key whose release failed because the database was away is released when it is back, not after minutes", async () => {
  const someone = await person();
  const claimAgain = async () => "token" in (await claim(someone.id, "away", ["a request"]));
  const claimed = await claim(someone.id, "away", ["a request"]);
  if (!("token" in claimed)) throw new Error("the key is not new");
  await pool().query(`CREATE FUNCTION test_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'the database system is shutting down' USING ERRCODE = '57P03'; END $$`);
  await pool().query(
    "CREATE TRIGGER test_away BEFORE DELETE ON idempotency_record FOR EACH ROW EXECUTE FUNCTION test_away()",
  );
  await settleClaim(claimed, { status: 503, code: "unavailable", body: "{}" });
  await expect(claimAgain()).rejects.toMatchObject({ code: "idempotency_in_progress" });
  await pool().query("DROP TRIGGER test_away ON idempotency_record");
  await expect.poll(() => claimAgain().catch(() => false), { timeout: 60_000 }).toBe(true);
});
