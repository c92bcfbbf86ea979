import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { putPackage } from "@/tests/support/packages";
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

const NOTHING = { texts: [], parameters: [], results: [], files: [], permissions: [], prices: [] };

describe("GET /v1/skills/{slug}/versions", () => {
  test("tells every approved revision with what it changed, newest first, and nothing of what waits or was rejected", async () => {
    const owner = await person();
    const skill = await liveSkill(owner, { readme: "One." });
    const change = (body: object) => call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body });
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
        callable_until: null,
        package: null,
        provenance: null,
        publisher_bundle: null,
        changed: ["readme", "parameters"],
        changes: NOTHING,
      },
      {
        version: 1,
        approved_at: expect.any(String),
        is_live: false,
        callable_until: null,
        package: null,
        provenance: null,
        publisher_bundle: null,
        changed: [],
        changes: NOTHING,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("Never seen");
    const second = await versions(skill.slug, "?limit=1&offset=1");
    expect(second.body).toMatchObject({ total: 2, has_more: false, data: [{ version: 1 }] });
    const beyond = await versions(skill.slug, "?offset=50");
    expect(beyond.body).toMatchObject({ total: 2, has_more: false, data: [] });
  });

  test("names the texts, parameters, files and prices that differ from the version before", async () => {
    const owner = await person();
    const parameters = (properties: object, required: string[]) => ({ type: "object", properties, required });
    const skill = await draftSkill(owner, {
      execution_type: "both",
      name: "Old name",
      price_per_call: 0.5,
      api_schema: parameters({ text: { type: "string" }, old: { type: "string" } }, []),
    });
    const release = async (files: Record<string, string>, change: object) => {
      const bytes = skillZip({ slug: skill.slug, files });
      await putPackage(owner.key, skill.id, bytes);
      await call("PATCH", `/v1/developer/skills/${skill.id}`, {
        key: owner.key,
        body: { ...change, submit: true },
      });
      await approve(skill.id);
    };
    await release({ "same.txt": "1", "changed.txt": "1", "gone.txt": "1" }, {});
    await release(
      { "same.txt": "1", "changed.txt": "2", "new.txt": "1" },
      {
        name: "New name",
        price_per_call: 0.4,
        api_schema: parameters({ text: { type: "string", maxLength: 5 }, extra: {} }, ["extra"]),
      },
    );
    const { body } = await versions(skill.slug);
    expect(body.data[1]).toMatchObject({ version: 1, changes: NOTHING });
    expect(body.data[0]).toMatchObject({
      changes: {
        texts: [{ field: "name", before: "Old name", after: "New name" }],
        parameters: [
          { name: "text", change: "narrowed", breaking: true },
          { name: "extra", change: "added", breaking: true },
          { name: "old", change: "removed", breaking: true },
        ],
        files: [
          { path: "changed.txt", change: "changed" },
          { path: "new.txt", change: "added" },
          { path: "gone.txt", change: "removed" },
        ],
        prices: [{ before: "$0.50 per call", after: "$0.40 per call" }],
      },
    });
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: owner.key,
      body: { price_per_call: 0.3 },
    });
    const [newest, first] = (await versions(skill.slug)).body.data;
    expect(newest).toMatchObject({
      changes: { prices: [{ after: "$0.40 per call" }, { after: "$0.30 per call" }] },
    });
    expect(first).toMatchObject({ changes: NOTHING });
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
