import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { LARGE_FIELDS } from "@/lib/supply/skills/content-fields";
import { call } from "@/tests/support/api";
import { administrator, approve, draftSkill, liveSkill, person, skillFields, unique } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

const create = (key: string, body: object, headers?: Record<string, string>) =>
  call("POST", "/v1/developer/skills", { key, body, ...(headers && { headers }) });
const change = (key: string, id: string, body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key, body });
const shown = async (key: string, slug: string) => (await call("GET", `/v1/skills/${slug}`, { key })).body;

describe("POST /v1/developer/skills", () => {
  test("a draft may be incomplete, is seen by its owner alone and has no revision before it", async () => {
    const developer = await person();
    const { status, body } = await create(developer.key, {
      slug: `draft-${unique()}`,
      name: "Draft",
      description: "To come.",
      category: "data",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "draft",
      live: false,
      revision: 1,
      pricing_type: "subscription",
      execution_type: "api",
      price: null,
      submitted_at: null,
    });
    expect((await call("GET", `/v1/developer/skills/${body.id}`, { key: developer.key })).body).toEqual(body);
    const summary = Object.fromEntries(
      Object.entries(body).filter(([name]) => !LARGE_FIELDS.some((field) => field === name)),
    );
    const { body: list } = await call("GET", "/v1/developer/skills", { key: developer.key });
    expect(list).toMatchObject({ total: 1, data: [summary] });
  });

  test("a complete skill can be submitted at once", async () => {
    const { body } = await create((await person()).key, skillFields({ submit: true }));
    expect(body.status).toBe("pending");
    expect(body.submitted_at).not.toBeNull();
  });

  test("submitting an incomplete one lists everything that is missing, and stores nothing", async () => {
    const developer = await person();
    const answer = await create(developer.key, {
      slug: `half-${unique()}`,
      name: "Half",
      description: "x",
      category: "data",
      execution_type: "both",
      submit: true,
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, "not_submittable"]);
    const issues = answer.body.error.details.issues as { param: string }[];
    expect(issues.map(({ param }) => param)).toEqual(["price", "api_endpoint", "package"]);
    expect((await call("GET", "/v1/developer/skills", { key: developer.key })).body.total).toBe(0);
  });

  test("of ten parallel creations of one slug one succeeds; the others are told that it is taken", async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => person()));
    const fields = skillFields();
    const answers = await Promise.all(people.map(({ key }) => create(key, fields)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error?.code === "slug_taken" && body.error.param === "slug")).toHaveLength(
      9,
    );
  });

  test("a retry with the same Idempotency-Key creates one skill", async () => {
    const developer = await person();
    const fields = skillFields();
    const headers = { "idempotency-key": "create-1" };
    const first = await create(developer.key, fields, headers);
    const second = await create(developer.key, fields, headers);
    expect(second.text).toBe(first.text);
    expect((await call("GET", "/v1/developer/skills", { key: developer.key })).body.total).toBe(1);
  });

  test.each([
    ["", "slug"],
    ["Upper-Case", "slug"],
    ["two--hyphens", "slug"],
    ["-front", "slug"],
    ["admin", "slug"],
    ["x".repeat(65), "slug"],
  ])("the slug %s is refused", async (slug, param) => {
    const answer = await create((await person()).key, skillFields({ slug }));
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test.each([
    ["http://api.example.com/x", "https"],
    ["https://user:pass@api.example.com/x", "user name"],
    ["https://api.example.com:8443/x", "443"],
    ["https://127.0.0.1/x", "public internet"],
    ["https://2130706433/x", "public internet"],
    ["https://0x7f.1/x", "public internet"],
    ["https://[::1]/x", "public internet"],
    ["https://[::ffff:169.254.169.254]/x", "public internet"],
    ["https://localhost/x", "public internet"],
    ["https://metadata.internal/x", "public internet"],
    ["https://market.test/v1", "this marketplace"],
    ["ftp://example.com", "https"],
    ["nonsense", "absolute URL"],
  ])("the endpoint %s is refused, saying why", async (api_endpoint, why) => {
    const answer = await create((await person()).key, skillFields({ api_endpoint }));
    expect([answer.status, answer.body.error.param]).toEqual([400, "api_endpoint"]);
    expect(answer.body.error.message).toContain(why);
  });

  test.each([
    [{ type: "array" }, "api_schema.type"],
    [{ type: "nonsense" }, "api_schema.type"],
    [{ $ref: "https://example.com/schema" }, "api_schema.$ref"],
    [{ properties: { a: { pattern: "(?=x)" } } }, "api_schema.properties.a.pattern"],
    [{ $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }, "api_schema"],
    [{ properties: { a: { minimum: "one" } } }, "api_schema"],
    [{ description: "x".repeat(33_000) }, "api_schema"],
  ])("the schema %j is refused at its place", async (api_schema, param) => {
    const answer = await create((await person()).key, skillFields({ api_schema }));
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });
});

describe("PATCH /v1/developer/skills/{id}", () => {
  test("a draft stays a draft, and keeps its one revision, until it is submitted", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    expect((await change(developer.key, id, { name: "Better" })).body).toMatchObject({
      status: "draft",
      revision: 1,
      name: "Better",
    });
    expect((await change(developer.key, id, { submit: true })).body).toMatchObject({
      status: "pending",
      revision: 1,
    });
    expect((await change(developer.key, id, { submit: true })).body).toMatchObject({
      status: "pending",
      revision: 1,
    });
  });

  test("changed content of a live skill waits, while buyers keep what was approved", async () => {
    const developer = await person();
    const reader = await person();
    const { id, slug } = await liveSkill(developer);
    const edited = await change(developer.key, id, {
      description: "Now with sentences.",
      api_endpoint: upstreamUrl("other"),
    });
    expect(edited.body).toMatchObject({ status: "pending", live: true, revision: 2 });
    expect(await shown(reader.key, slug)).toMatchObject({
      description: "Counts the words of a text.",
      version: 1,
    });
    await approve(id);
    expect(await shown(reader.key, slug)).toMatchObject({ description: "Now with sentences.", version: 2 });
  });

  test("a rejected edit leaves the live revision where it is, and says why", async () => {
    const developer = await person();
    const admin = await administrator();
    const { id, slug } = await liveSkill(developer);
    await change(developer.key, id, { name: "Worse" });
    await call("PATCH", "/v1/admin/skills", {
      key: admin.key,
      body: { skill_id: id, action: "reject", reason: "Unclear." },
    });
    expect((await call("GET", `/v1/developer/skills/${id}`, { key: developer.key })).body).toMatchObject({
      status: "rejected",
      live: true,
      rejection_reason: "Unclear.",
    });
    expect((await shown(developer.key, slug)).name).toBe("Text statistics");
    expect((await change(developer.key, id, { submit: true })).body).toMatchObject({
      status: "pending",
      revision: 3,
      rejection_reason: null,
    });
  });

  test("terms apply at once and need no review", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    expect((await change(developer.key, id, { price_per_call: 0.25, free_calls: 7 })).body).toMatchObject({
      status: "approved",
      revision: 1,
    });
    expect(await shown(developer.key, slug)).toMatchObject({ price_per_call: 0.25, free_calls: 7 });
  });

  test("a live skill cannot lose what it needs", async () => {
    const developer = await person();
    const { id } = await liveSkill(developer);
    const answer = await change(developer.key, id, { pricing_type: "subscription" });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, "not_submittable", "price"]);
    expect(answer.body.error.message).toBe("A skill on sale needs its price: subscription pricing needs a price.");
    expect((await call("GET", `/v1/developer/skills/${id}`, { key: developer.key })).body).toMatchObject({
      pricing_type: "usage",
    });
  });

  test("a rejected skill that is not live goes back to the queue with its next change", async () => {
    const developer = await person();
    const admin = await administrator();
    const { id, slug } = await draftSkill(developer, { submit: true });
    await call("PATCH", "/v1/admin/skills", { key: admin.key, body: { skill_id: id, action: "reject" } });
    expect((await change(developer.key, id, { price_per_call: 2 })).body).toMatchObject({
      status: "rejected",
      revision: 1,
      price_per_call: 2,
    });
    expect((await change(developer.key, id, { readme: "# How to use it" })).body).toMatchObject({
      status: "pending",
      live: false,
      revision: 2,
      price_per_call: 2,
    });
    expect((await call("GET", `/v1/skills/${slug}`, { key: developer.key })).status).toBe(404);
  });

  test("a change with one wrong field changes nothing at all", async () => {
    const developer = await person();
    const { id } = await liveSkill(developer);
    const before = (await call("GET", `/v1/developer/skills/${id}`, { key: developer.key })).text;
    for (const wrong of [{ api_endpoint: "http://example.com" }, { api_schema: { type: "array" } }, { price: -1 }])
      expect((await change(developer.key, id, { name: "Half", free_calls: 9, ...wrong })).status).toBe(400);
    expect((await call("GET", `/v1/developer/skills/${id}`, { key: developer.key })).text).toBe(before);
  });

  test("content that is sent again unchanged is no change", async () => {
    const developer = await person();
    const { id } = await liveSkill(developer);
    expect((await change(developer.key, id, { name: "Text statistics" })).body).toMatchObject({
      status: "approved",
      revision: 1,
    });
  });

  test("a submitted revision cannot be changed in the database either", async () => {
    const developer = await person();
    const { id } = await liveSkill(developer);
    const changing = prisma().skillRevision.updateMany({
      where: { skillId: id },
      data: { name: "Something else" },
    });
    await expect(changing).rejects.toThrow(/cannot change/);
  });

  test("another's, an unknown and a malformed id are the same 404; slugs and empty changes are refused", async () => {
    const developer = await person();
    const other = await person();
    const { id } = await draftSkill(developer);
    for (const path of [id, "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "nonsense"]) {
      expect((await change(other.key, path, { name: "Mine" })).status).toBe(404);
      expect((await call("GET", `/v1/developer/skills/${path}`, { key: other.key })).status).toBe(404);
      expect((await call("GET", `/v1/developer/skills/${path}/history`, { key: other.key })).status).toBe(404);
      expect((await call("GET", `/v1/developer/skills/${path}/package`, { key: other.key })).status).toBe(404);
    }
    expect((await change(developer.key, id, { slug: "new-slug" })).body.error.param).toBe("slug");
    expect((await change(developer.key, id, {})).status).toBe(400);
  });
});
