import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, personWith, run } from "@/tests/support/money";
import { administrator, approve, draftSkill, liveSkill, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const TEXT = { type: "string" };
const API = object({ text: TEXT, language: TEXT }, ["text"]);
/** The upstream answers `{ echo: <parameters> }`. */
const FITTING = object({ echo: object({ text: TEXT }) }, ["echo"]);
const BROKEN = object({ words: { type: "integer" } }, ["words"]);
const INPUT = { text: "five words" };

const save = (key: string, id: string, body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key, body });

describe("an answer that breaks the response schema", () => {
  test("is charged and flagged in the records of its caller and of its developer", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const { slug, id } = await liveSkill(developer, { response_schema: BROKEN });
    const { status, body } = await run(buyer.key, slug, INPUT);
    expect(status).toBe(200);
    expect(body.usage).toMatchObject({ status: "succeeded", cost: 0.5, error_code: "response_invalid" });
    expect(await available(buyer)).toBe(9.5);
    const usage = await call("GET", `/v1/usage?skill=${slug}`, { key: buyer.key });
    expect(usage.body.data).toEqual([body.usage]);
    const log = await call("GET", `/v1/developer/skills/${id}/calls`, { key: developer.key });
    expect(log.body.data[0]).toMatchObject({ status: "succeeded", error_code: "response_invalid" });
  });

  test("fails and is not charged when the developer chose strict", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const { slug, id } = await liveSkill(developer, { response_schema: BROKEN, response_mode: "strict" });
    const { status, body } = await run(buyer.key, slug, INPUT);
    expect([status, body.error.code, body.error.details.reason]).toEqual([502, "upstream_failed", "response_schema"]);
    expect(body.error.message).toContain("words is required");
    expect(await available(buyer)).toBe(10);
    const log = await call("GET", `/v1/developer/skills/${id}/calls`, { key: developer.key });
    expect(log.body.data[0]).toMatchObject({ status: "failed", error_code: "response_invalid", cost: 0 });
    await rollUpAll("analytics");
    const { body: analytics } = await call("GET", `/v1/developer/skills/${id}/analytics`, {
      key: developer.key,
    });
    expect(analytics.totals).toMatchObject({ failures: 1, success_rate: 0 });
  });

  test("is neither for an answer that fits, whose replay is the same", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const { slug } = await liveSkill(developer, { response_schema: FITTING, response_mode: "strict" });
    const first = await run(buyer.key, slug, INPUT, { "idempotency-key": "once" });
    const again = await run(buyer.key, slug, INPUT, { "idempotency-key": "once" });
    expect(first.body.usage).toMatchObject({ status: "succeeded", error_code: null });
    expect(again.body).toEqual(first.body);
    expect(await available(buyer)).toBe(9.5);
  });
});

describe("what is saved", () => {
  test("schemas that are none and examples that they refuse are named by their place", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { api_schema: API });
    const refused = async (body: object) => {
      const answer = await save(developer.key, id, body);
      expect(answer.status).toBe(400);
      return (answer.body.error.details.issues as { param: string }[]).map(({ param }) => param);
    };
    expect(await refused({ response_schema: { type: "nonsense" } })).toEqual(["response_schema"]);
    expect(await refused({ response_schema: { $ref: "https://example.com/x" } })).toEqual(["response_schema.$ref"]);
    expect(await refused({ examples: [{ input: { text: 1 } }] })).toEqual(["examples[0].input.text"]);
    expect(await refused({ response_schema: BROKEN, examples: [{ input: INPUT, output: { words: "two" } }] })).toEqual([
      "examples[0].output.words",
    ]);
    expect(await refused({ examples: Array.from({ length: 6 }, () => ({ input: INPUT })) })).toEqual(["examples"]);
    expect(await refused({ examples: [{ output: 1 }] })).toEqual(["examples[0].input"]);
    const kept = await save(developer.key, id, { examples: [{ input: INPUT, output: [1] }] });
    expect(kept.status).toBe(200);
    expect(await refused({ api_schema: object({ url: TEXT }, ["url"]) })).toEqual(["examples[0].input.url"]);
  });

  test("is shown to buyers, in the skill's OpenAPI document and to agents, references included", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const schema = {
      ...FITTING,
      properties: { echo: { $ref: "#/$defs/echo" } },
      $defs: { echo: { type: "object" } },
    };
    const examples = [{ name: "Short", input: INPUT, output: { echo: INPUT } }];
    const { slug } = await liveSkill(developer, {
      api_schema: API,
      response_schema: schema,
      response_mode: "strict",
      examples,
    });
    const shown = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
    expect(shown.body).toMatchObject({ response_schema: schema, response_mode: "strict", examples });
    const document = await call("GET", `/v1/skills/${slug}/openapi.json`, { key: buyer.key });
    expect(JSON.stringify(document.body)).toMatch(/"\$ref":"#[^"]*\/properties\/result\/\$defs\/echo"/);
  });
});

describe("a test call", () => {
  test("runs each example, and says which answers break the response schema", async () => {
    const [developer, admin] = [await person(), await administrator()];
    const examples = [{ name: "First", input: INPUT }, { input: { text: "b", language: "en" } }];
    const { id } = await draftSkill(developer, {
      api_schema: API,
      response_schema: FITTING,
      examples,
      submit: true,
    });
    const before = upstream.received.length;
    const fine = await call("POST", `/v1/admin/skills/${id}/probe`, { key: admin.key, body: {} });
    expect(fine.body).toMatchObject({
      ok: true,
      examples: [
        { name: "First", ok: true, problem: null },
        { name: "Example 2", ok: true, problem: null },
      ],
    });
    const sent = upstream.received.slice(before).map(({ body }) => JSON.parse(body));
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(expect.arrayContaining(examples.map(({ input }) => input)));
    const other = await draftSkill(developer, {
      api_schema: API,
      response_schema: BROKEN,
      examples,
      response_mode: "strict",
    });
    const broken = await call("POST", `/v1/developer/skills/${other.id}/probe`, {
      key: developer.key,
      body: {},
    });
    expect(broken.body).toMatchObject({ ok: false, failure: { reason: "response_schema" } });
    expect(broken.body.examples).toMatchObject([{ ok: false }, { ok: false }]);
    const own = await call("POST", `/v1/developer/skills/${other.id}/probe`, {
      key: developer.key,
      body: { parameters: INPUT },
    });
    expect(own.body.examples).toEqual([]);
    await call("PATCH", `/v1/developer/skills/${other.id}`, {
      key: developer.key,
      body: { api_endpoint: upstreamUrl("5xx") },
    });
    const down = await call("POST", `/v1/developer/skills/${other.id}/probe`, {
      key: developer.key,
      body: {},
    });
    expect(down.body.examples).toMatchObject([{ problem: expect.stringContaining("503") }, { ok: false }]);
  });
});

describe("a change that breaks callers", () => {
  test("is named to the reviewer, told to those who used the skill, and no one else, and stands in its versions", async () => {
    const [developer, buyer, saver, admin] = [
      await person(),
      await personWith(10),
      await person(),
      await administrator(),
    ];
    const { slug, id } = await liveSkill(developer, { api_schema: API, response_schema: FITTING });
    await run(buyer.key, slug, INPUT);
    await call("PUT", `/v1/favorites/${slug}`, { key: saver.key, body: {} });
    await save(developer.key, id, {
      api_schema: object({ text: TEXT }, ["text"]),
      response_schema: object({}),
    });
    const review = await call("GET", `/v1/admin/skills/${id}`, { key: admin.key });
    const changes = [
      { of: "parameter", name: "language", change: "removed" },
      { of: "result", name: "result.echo", change: "removed" },
    ];
    expect(review.body.breaking_changes).toEqual(changes);
    await approve(id);
    const { rows } = await pool().query<{ account_id: string; data: { changes: string[] } }>(
      "SELECT account_id, data FROM notification WHERE kind = 'breaking_version' AND data ->> 'slug' = $1",
      [slug],
    );
    expect(rows.map(({ account_id }) => account_id)).toEqual([buyer.id]);
    expect(rows[0]?.data.changes).toEqual(["Parameter language is removed", "Field result.echo is removed"]);
    const versions = await call("GET", `/v1/skills/${slug}/versions`, { key: buyer.key });
    expect(versions.body.data[0]).toMatchObject({
      changes: { results: [{ name: "result.echo", change: "removed" }] },
    });
  });

  test("a change that breaks nobody is told as a new version only", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const { slug, id } = await liveSkill(developer, { api_schema: API });
    await run(buyer.key, slug, INPUT);
    await save(developer.key, id, {
      api_schema: object({ text: TEXT, language: TEXT, tone: TEXT }, ["text"]),
    });
    await approve(id);
    const notices = await call("GET", "/v1/notifications", { key: buyer.key });
    const kinds = notices.body.data.map(({ kind }) => kind);
    expect(kinds).toContain("new_version");
    expect(kinds).not.toContain("breaking_version");
  });
});
