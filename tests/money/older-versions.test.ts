import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, personWith, run } from "@/tests/support/money";
import { approve, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const servedBy = (name: string) => JSON.stringify({ served_by: name });
const JSON_TYPE = { "content-type": "application/json" };

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    first: (_, response) => response.writeHead(200, JSON_TYPE).end(servedBy("first")),
    second: (_, response) => response.writeHead(200, JSON_TYPE).end(servedBy("second")),
  });
});
afterAll(() => upstream.close());

const TEXT = { type: "string" };
const schema = (properties: object, required: string[]) => ({ type: "object", properties, required });
const FIRST = schema({ text: TEXT }, ["text"]);
const BREAKING = schema({ words: TEXT }, ["words"]);
const COMPATIBLE = schema({ text: TEXT, tone: TEXT }, ["text"]);

async function publish(developer: Person, { id }: TestSkill, body: object): Promise<void> {
  const saved = await call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body });
  expect(saved.status).toBe(200);
  await approve(id);
}

/** A skill whose version 2 breaks the callers of version 1, at another endpoint. */
async function brokenSkill(developer: Person): Promise<TestSkill> {
  const skill = await liveSkill(developer, { api_schema: FIRST, api_endpoint: upstreamUrl("first") });
  await publish(developer, skill, { api_schema: BREAKING, api_endpoint: upstreamUrl("second") });
  return skill;
}

const runAt = (key: string, slug: string, version: number | string, body: object) =>
  call("POST", `/v1/skills/${slug}/execute?version=${version}`, { key, body });
const setCallable = (key: string, { id }: TestSkill, version: number | string, callable: boolean) =>
  call("PATCH", `/v1/developer/skills/${id}/versions/${version}`, { key, body: { callable } });
const passDays = (skill: TestSkill, days: number) =>
  pool().query(
    "UPDATE superseded_version SET superseded_at = superseded_at - make_interval(days => $2) WHERE skill_id = $1",
    [skill.id, days],
  );
const publicVersions = async (key: string, { slug }: TestSkill) =>
  (await call("GET", `/v1/skills/${slug}/versions`, { key })).body.data as {
    version: number;
    callable_until: string | null;
  }[];

describe("a version that a breaking one followed", () => {
  test("runs at its own endpoint with its own schema, at the price of today, and is named in the records", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const skill = await brokenSkill(developer);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { price_per_call: 0.25 },
    });
    const old = await runAt(buyer.key, skill.slug, 1, { text: "a" });
    expect([old.status, old.body.result]).toEqual([200, { served_by: "first" }]);
    expect(old.body.usage).toMatchObject({ version: 1, cost: 0.25 });
    expect(upstream.received.at(-1)?.headers["x-skill-version"]).toBe("1");
    const current = await run(buyer.key, skill.slug, { words: "a" });
    expect(current.body).toMatchObject({ result: { served_by: "second" }, usage: { version: 2 } });
    expect(await available(buyer)).toBe(9.5);
    const refused = await runAt(buyer.key, skill.slug, 1, { words: "a" });
    expect([refused.status, refused.body.error.param]).toEqual([400, "text"]);
    const usage = await call("GET", `/v1/usage?skill=${skill.slug}`, { key: buyer.key });
    expect(usage.body.data.map(({ version }) => version)).toEqual([2, 1]);
    const log = await call("GET", `/v1/developer/skills/${skill.id}/calls`, { key: developer.key });
    expect(log.body.data.map(({ version }) => version)).toEqual([2, 1]);
  });

  test("is offered for runs and batches, too", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const { slug } = await brokenSkill(developer);
    const started = await call("POST", `/v1/skills/${slug}/execute?version=1`, {
      key: buyer.key,
      body: { text: "a" },
      headers: { prefer: "respond-async" },
    });
    expect(started.body.state).toBe("running");
    const quoted = await call("POST", `/v1/skills/${slug}/execute?version=1&dry_run=true`, {
      key: buyer.key,
      body: { text: "a" },
    });
    expect(quoted.body).toMatchObject({ valid: true, max_cost: 0.5 });
    const batch = await call("POST", `/v1/skills/${slug}/batches?version=1`, {
      key: buyer.key,
      body: { inputs: [{ text: "a" }] },
    });
    expect(String(batch.text)).toContain('"served_by":"first"');
    await expect
      .poll(async () => (await call("GET", `/v1/runs/${started.body.id}`, { key: buyer.key })).body.state)
      .toBe("succeeded");
  });

  test("is announced with the breaking change and shown with its last day", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const skill = await liveSkill(developer, { api_schema: FIRST });
    await run(buyer.key, skill.slug, { text: "a" });
    await publish(developer, skill, { api_schema: BREAKING });
    const [second, first] = await publicVersions(buyer.key, skill);
    expect([second?.callable_until, typeof first?.callable_until]).toEqual([null, "string"]);
    const notices = await call("GET", "/v1/notifications", { key: buyer.key });
    const notice = notices.body.data.find(({ kind }) => kind === "breaking_version");
    expect(JSON.stringify(notice)).toContain(
      `Until ${first?.callable_until?.slice(0, 10)} you can keep calling version 1`,
    );
  });

  test("can no longer be called after 90 days, and the refusal names what can be", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const skill = await brokenSkill(developer);
    await publish(developer, skill, { api_schema: FIRST });
    await pool().query(
      "UPDATE superseded_version SET superseded_at = superseded_at - interval '90 days' WHERE skill_id = $1 AND number = 1",
      [skill.id],
    );
    const gone = await runAt(buyer.key, skill.slug, 1, { text: "a" });
    expect([gone.status, gone.body.error.code]).toEqual([400, "version_unavailable"]);
    expect(gone.body.error.details).toEqual({ callable: [2, 3], current: 3 });
    expect(gone.body.error.message).toContain("Versions that can be called: 2, 3.");
    expect((await runAt(buyer.key, skill.slug, 2, { words: "a" })).status).toBe(200);
    const again = await setCallable(developer.key, skill, 1, true);
    expect([again.status, again.body.error.code]).toEqual([400, "version_unavailable"]);
    await passDays(skill, 90);
    const listed = await call("GET", `/v1/developer/skills/${skill.id}/versions`, { key: developer.key });
    expect(listed.body.data).toEqual([]);
  });

  test("can be ended at once and allowed again by its developer, and by no one else", async () => {
    const [developer, other, buyer] = [await person(), await person(), await personWith(10)];
    const skill = await brokenSkill(developer);
    expect((await setCallable(other.key, skill, 1, false)).status).toBe(404);
    for (const unknown of [2, 7, "one"])
      expect((await setCallable(developer.key, skill, unknown, false)).status).toBe(404);
    const ended = await setCallable(developer.key, skill, 1, false);
    expect(ended.body).toMatchObject({ version: 1, callable: false, callable_until: null });
    expect((await runAt(buyer.key, skill.slug, 1, { text: "a" })).body.error.code).toBe("version_unavailable");
    expect((await publicVersions(buyer.key, skill))[1]?.callable_until).toBe(null);
    await setCallable(developer.key, skill, 1, true);
    expect((await runAt(buyer.key, skill.slug, 1, { text: "a" })).status).toBe(200);
    expect((await call("GET", `/v1/developer/skills/${skill.id}/versions`, { key: other.key })).status).toBe(404);
  });
});

describe("the version that a call asks for", () => {
  test("runs as the newest compatible one when no breaking one followed, and is refused when there is none", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const skill = await liveSkill(developer, { api_schema: FIRST, api_endpoint: upstreamUrl("first") });
    await publish(developer, skill, { api_schema: COMPATIBLE, api_endpoint: upstreamUrl("second") });
    const compatible = await runAt(buyer.key, skill.slug, 1, { text: "a" });
    expect(compatible.body).toMatchObject({ result: { served_by: "second" }, usage: { version: 2 } });
    await publish(developer, skill, { api_schema: BREAKING, api_endpoint: upstreamUrl("first") });
    const older = await runAt(buyer.key, skill.slug, 1, { text: "a" });
    expect(older.body).toMatchObject({ result: { served_by: "second" }, usage: { version: 2 } });
    const newest = await runAt(buyer.key, skill.slug, 3, { words: "a" });
    expect(newest.body).toMatchObject({ result: { served_by: "first" }, usage: { version: 3 } });
    for (const unknown of [4, "1.2.0"]) {
      const refused = await runAt(buyer.key, skill.slug, unknown, { text: "a" });
      expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
        400,
        "version_unavailable",
        { callable: [2, 3], current: 3 },
      ]);
    }
  });
});
