import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { approve, draftSkill, liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { skillZip } from "@/tests/support/zips";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const versions = async (slug: string, query = "") =>
  call("GET", `/v1/skills/${slug}/versions${query}`, { key: (await person()).key });

describe("GET /v1/skills/{slug}/versions", () => {
  test("tells every approved revision with what it changed, newest first, and nothing of what waits or was rejected", async () => {
    const owner = await person();
    const skill = await liveSkill(owner, { readme: "One." });
    const change = (body: object) =>
      call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body });
    await change({ readme: "Two.", api_schema: { type: "object" } });
    await approve(skill.id);
    await change({ name: "Never seen" });
    const { status, body } = await versions(skill.slug);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, has_more: false });
    expect(body.data).toEqual([
      {
        version: 2,
        approved_at: expect.any(String),
        is_live: true,
        package: null,
        changed: ["readme", "parameters"],
      },
      { version: 1, approved_at: expect.any(String), is_live: false, package: null, changed: [] },
    ]);
    expect(JSON.stringify(body)).not.toContain("Never seen");
    const second = await versions(skill.slug, "?limit=1&offset=1");
    expect(second.body).toMatchObject({ total: 2, has_more: false, data: [{ version: 1 }] });
    const beyond = await versions(skill.slug, "?offset=50");
    expect(beyond.body).toMatchObject({ total: 2, has_more: false, data: [] });
  });

  test("a package's version, size and digest belong to its revision", async () => {
    const owner = await person();
    const skill = await draftSkill(owner, {
      execution_type: "download",
      api_endpoint: null,
      pricing_type: "subscription",
      price: 1,
    });
    for (const version of ["1.0.0", "1.1.0"]) {
      const bytes = skillZip({ slug: skill.slug, frontmatter: { metadata: { version } } });
      await call("PUT", `/v1/developer/skills/${skill.id}/package`, {
        key: owner.key,
        raw: new Uint8Array(bytes),
        headers: { "content-type": "application/zip" },
      });
      await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body: { submit: true } });
      await approve(skill.id);
    }
    const { body } = await versions(skill.slug);
    expect(body.data).toMatchObject([
      { version: 2, changed: ["package"], package: { version: "1.1.0", sha256: expect.any(String) } },
      { version: 1, changed: [], package: { version: "1.0.0" } },
    ]);
  });

  test("an unknown skill and a draft are the same 404; without a key it is 401", async () => {
    const draft = await draftSkill(await person());
    for (const slug of ["no-such-skill", draft.slug]) expect((await versions(slug)).status).toBe(404);
    expect((await call("GET", "/v1/skills/no-such-skill/versions")).status).toBe(401);
    expect((await versions("no-such-skill", "?limit=0")).body.error.param).toBe("limit");
  });
});
