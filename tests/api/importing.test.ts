import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { approve, draftSkill, liveSkill, type Person, person, unique } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";
import { packedZeros, skillMd, skillZip, zip } from "@/tests/support/zips";

const IMPORT = "/v1/developer/skills/import";
const REPOSITORY = `http://${UPSTREAM}/ada/skills`;
const DESCRIPTION = "Writes the minutes of a meeting from its calendar notes.";

const minutes = (version: string, slug: string, body = "# Minutes\n\nWrite them.") =>
  skillMd({ slug, frontmatter: { description: DESCRIPTION, metadata: { version } }, body });
/** A repository's archive as hosts make it: all in one folder, here with two skills. */
const archive = (version: string) =>
  zip([
    { name: "skills-1/README.md", data: "# Skills" },
    { name: "skills-1/skills/minutes/SKILL.md", data: minutes(version, "meeting-minutes") },
    { name: "skills-1/skills/minutes/scripts/run.py", data: "print('minutes')\n" },
    { name: "skills-1/skills/other/SKILL.md", data: minutes("9.0.0", "other") },
  ]);
const one = zip([{ name: "skills-1/SKILL.md", data: minutes("3.0.0", "only-skill") }]);
const document = {
  openapi: "3.0.3",
  info: { title: "Texts", version: "2.1.0" },
  servers: [{ url: `http://${UPSTREAM}/api` }],
  paths: {
    "/count": {
      post: {
        operationId: "countWords",
        summary: "Count words",
        description: "Counts the words and sentences of a text.\n\nAny language.",
        requestBody: {
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Text" },
              example: { text: "How many?" },
            },
          },
        },
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Count" } } } },
        },
      },
    },
    "/languages": { get: { summary: "List languages", responses: {} } },
  },
  components: {
    schemas: {
      Text: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string" }, unit: { $ref: "#/components/schemas/Unit" } },
      },
      Unit: { type: "string", enum: ["word", "line"], nullable: true },
      Count: { type: "object", properties: { words: { type: "integer" } }, required: ["words"] },
    },
  },
};

const zipped = (body: Buffer) => (_: unknown, response: import("node:http").ServerResponse) =>
  response.writeHead(200, { "content-type": "application/zip" }).end(body);
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let ada: Person;
beforeAll(async () => {
  upstream = await startUpstream({
    "v1.zip": zipped(archive("1.0.0")),
    "v2.zip": zipped(archive("2.0.0")),
    "one.zip": zipped(one),
    "moved.zip": (_, response) => response.writeHead(302, { location: "/elsewhere/one.zip" }).end(),
    "inside.zip": (_, response) => response.writeHead(302, { location: "https://10.0.0.1/x.zip" }).end(),
    "loop.zip": (_, response) => response.writeHead(302, { location: "/loop.zip" }).end(),
    "large.zip": (_, response) =>
      response.writeHead(200, { "content-length": String(60 * 1024 * 1024) }).end(packedZeros(1)),
    "openapi.json": (_, response) => response.writeHead(200).end(JSON.stringify(document)),
  });
  ada = await person();
});
afterAll(() => upstream.close());

const git = (ref: string, folder?: string, query = "", who = ada) =>
  call("POST", `${IMPORT}${query}`, {
    key: who.key,
    body: { source: "git", url: REPOSITORY, ref, ...(folder && { folder }) },
  });
const openapi = (body: object, query = "", who = ada) =>
  call("POST", `${IMPORT}${query}`, { key: who.key, body: { source: "openapi", ...body } });
const upload = (bytes: Buffer, query = "", who = ada) =>
  call("POST", `${IMPORT}${query}`, {
    key: who.key,
    raw: new Uint8Array(bytes),
    headers: { "content-type": "application/zip" },
  });
const slugged = (extra = "") => `?slug=imported-${process.pid}-${unique()}${extra}`;

describe("POST /v1/developer/skills/import", () => {
  test("a ZIP becomes a draft with its name, description, readme, category, version and package", async () => {
    const { status, body } = await upload(
      skillZip({
        slug: "x",
        frontmatter: { name: "meeting-minutes", description: DESCRIPTION, metadata: { version: "1.4.0" } },
        body: "# Minutes\n\nWrite them.",
      }),
      slugged(),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: "1.4.0",
      notes: [],
      skill: {
        status: "draft",
        name: "Meeting minutes",
        description: DESCRIPTION,
        readme: "# Minutes\n\nWrite them.",
        category: "productivity",
        execution_type: "download",
        package: { version: "1.4.0" },
      },
    });
  });

  test("a dry run shows the same and stores nothing", async () => {
    const before = await prisma().skill.count({ where: { ownerId: ada.id } });
    const { status, body } = await git("v1", "skills/minutes", "?dry_run=true");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      proposal: { name: "Meeting minutes", execution_type: "download" },
      package: { name: "meeting-minutes", version: "1.0.0", files: ["SKILL.md", "scripts/run.py"] },
      skill: null,
    });
    expect(await prisma().skill.count({ where: { ownerId: ada.id } })).toBe(before);
  });

  test("a repository with several skills answers with their folders, one with a single skill needs none", async () => {
    const asked = await git("v1", undefined, "?dry_run=true");
    expect([asked.status, asked.body.error.param]).toEqual([400, "folder"]);
    expect(asked.body.error.details.folders).toEqual(["skills/minutes", "skills/other"]);
    const wrong = await git("v1", "skills/none", "?dry_run=true");
    expect([wrong.status, wrong.body.error.param]).toEqual([400, "folder"]);
    const single = await git("one", undefined, "?dry_run=true");
    expect(single.body).toMatchObject({ version: "3.0.0", package: { files: ["SKILL.md"] } });
  });

  test("the next tag of the same repository is a new revision that waits beside the approved one", async () => {
    const first = await git("v1", "skills/minutes", slugged());
    const skill = first.body.skill as { id: string; slug: string };
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: ada.key,
      body: { price_per_call: 0, category: "research", submit: true },
    });
    await approve(skill.id);
    const again = await git("v2", "skills/minutes", `?skill_id=${skill.id}&submit=true`);
    expect(again.body.skill).toMatchObject({
      status: "pending",
      revision: 2,
      package: { version: "2.0.0" },
      category: "research",
      live: true,
    });
    const live = await call("GET", `/v1/skills/${skill.slug}`, { key: ada.key });
    expect(live.body.package).toMatchObject({ version: "1.0.0" });
    expect(await prisma().skillSource.findUnique({ where: { skillId: skill.id } })).toMatchObject({
      kind: "git",
      version: "2.0.0",
      source: { url: REPOSITORY, ref: "v2", folder: "skills/minutes" },
    });
  });

  test("only the named fields are taken, and a digest accepts only what was looked at", async () => {
    const skill = await draftSkill(ada, { execution_type: "download", api_endpoint: null });
    const { body } = await git("v1", "skills/minutes", `?skill_id=${skill.id}&dry_run=true`);
    const taken = await git("v1", "skills/minutes", `?skill_id=${skill.id}&fields=description&digest=${body.digest}`);
    expect(taken.body.skill).toMatchObject({
      description: DESCRIPTION,
      name: "Text statistics",
      package: null,
    });
    const moved = await git("v2", "skills/minutes", `?skill_id=${skill.id}&digest=${body.digest}`);
    expect([moved.status, moved.body.error.code]).toEqual([409, "source_changed"]);
    const kept = await call("GET", `/v1/developer/skills/${skill.id}`, { key: ada.key });
    expect(kept.body.package).toBeNull();
  });

  test("redirects are followed through the guard, and never into a private network", async () => {
    expect((await git("moved", undefined, "?dry_run=true")).body.version).toBe("3.0.0");
    for (const ref of ["inside", "loop"]) {
      const { status, body } = await git(ref, undefined, "?dry_run=true");
      expect([status, body.error.param]).toEqual([ref === "loop" ? 502 : 400, "url"]);
    }
    const unnamed = await call("POST", IMPORT, { key: ada.key, body: { url: REPOSITORY, ref: "v1" } });
    expect([unnamed.status, unnamed.body.error.message]).toEqual([400, "source: must be `git` or `openapi` or `mcp`"]);
    const inside = await call("POST", IMPORT, {
      key: ada.key,
      body: { source: "git", url: "https://192.168.0.1/a/b", ref: "v1" },
    });
    expect([inside.status, inside.body.error.message]).toEqual([400, "url: must be on the public internet"]);
  });

  test("an archive above the limit, an unknown tag, and what is no repository are refused", async () => {
    expect((await git("large", undefined, "?dry_run=true")).status).toBe(413);
    const unknown = await git("v7");
    expect([unknown.status, unknown.body.error.param]).toEqual([400, "ref"]);
    for (const body of [
      { source: "git", url: `http://${UPSTREAM}/ada`, ref: "v1" },
      { source: "git", url: REPOSITORY, ref: "../v1" },
      { source: "git", url: "no url", ref: "v1" },
      { source: "openapi" },
      { source: "openapi", document: "a: 1" },
      { source: "openapi", document: "{" },
    ])
      expect((await call("POST", IMPORT, { key: ada.key, body })).status).toBe(400);
  });

  test("an operation of an OpenAPI document becomes an API skill with schemas, endpoint and example", async () => {
    const { status, body } = await openapi(
      { url: `http://${UPSTREAM}/openapi.json`, operation: "countWords" },
      slugged(),
    );
    expect(status).toBe(200);
    expect(body.version).toBe("2.1.0");
    expect(body.skill).toMatchObject({
      name: "Count words",
      description: "Counts the words and sentences of a text.",
      execution_type: "api",
      api_endpoint: `http://${UPSTREAM}/api/count`,
      api_schema: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string" }, unit: { $ref: "#/$defs/Unit" } },
        $defs: { Unit: { type: ["string", "null"], enum: ["word", "line", null] } },
      },
      response_schema: { type: "object", required: ["words"] },
      examples: [{ input: { text: "How many?" } }],
    });
  });

  test("a document with several operations answers with them, and one that is no POST leaves the endpoint open", async () => {
    const text = JSON.stringify(document);
    const asked = await openapi({ document: text }, "?dry_run=true");
    expect([asked.status, asked.body.error.details.operations]).toEqual([400, ["POST /count", "GET /languages"]]);
    const listed = await openapi({ document: text, operation: "GET /languages" }, "?dry_run=true");
    expect(listed.body.proposal).not.toHaveProperty("api_endpoint");
    expect(String(listed.body.notes)).toContain("by POST");
  });

  test("another's skill is a 404, a taken slug a 400, a key without publish a 403", async () => {
    const skill = await liveSkill(await person());
    expect((await git("one", undefined, `?skill_id=${skill.id}`)).status).toBe(404);
    const taken = await git("one", undefined, `?slug=${skill.slug}`);
    expect([taken.status, taken.body.error.code]).toEqual([400, "slug_taken"]);
    const made = await call("POST", "/v1/keys", { key: ada.key, body: { scopes: ["read"] } });
    const limited = await call("POST", IMPORT, {
      key: String(made.body.api_key),
      body: { source: "git", url: REPOSITORY, ref: "one" },
    });
    expect([limited.status, limited.body.error.code]).toEqual([403, "key_scope"]);
  });
});
