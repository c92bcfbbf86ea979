import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { putPackage } from "@/tests/support/packages";
import {
  administrator,
  approve,
  draftSkill,
  liveSkill,
  type Person,
  person,
  type TestSkill,
} from "@/tests/support/people";
import { skillZip } from "@/tests/support/zips";

/** 9 lines, of which a third is shown before buying. */
const BODY =
  "# Minutes\n\nWrite them.\n\n## Style\n\nShort, and in the past tense. The secret sauce is salt.\n\nNothing else.\n";
const SCRIPT = "print('the secret sauce')\n";

async function livePackage(owner: Person, fields: object): Promise<TestSkill> {
  const skill = await draftSkill(owner, { execution_type: "download", api_endpoint: null, ...fields });
  const bytes = skillZip({
    slug: skill.slug,
    frontmatter: { license: "MIT", compatibility: "Python 3.12", "allowed-tools": "Bash Read" },
    body: BODY,
    files: { "scripts/run.py": SCRIPT, "a.txt": "a" },
  });
  await putPackage(owner.key, skill.id, bytes);
  await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body: { submit: true } });
  await approve(skill.id);
  return skill;
}

const SUBSCRIPTION = { pricing_type: "subscription", price: 2, price_per_call: null };
let owner: Person;
let reader: Person;
let paid: TestSkill;
beforeAll(async () => {
  [owner, reader] = [await person(), await person()];
  paid = await livePackage(owner, SUBSCRIPTION);
});
const files = (key: string, slug: string) => call("GET", `/v1/skills/${slug}/files`, { key });
const file = (key: string, slug: string, path: string) =>
  call("GET", `/v1/skills/${slug}/files/${encodeURIComponent(path)}`, { key });

describe("GET /v1/skills/{slug}/files", () => {
  test("whoever considers buying sees every file with its size, SKILL.md first, and what SKILL.md says", async () => {
    const { status, body } = await files(reader.key, paid.slug);
    expect(status).toBe(200);
    expect((body.files as { path: string; size: number }[]).map(({ path, size }) => [path, size])).toEqual([
      ["SKILL.md", expect.any(Number)],
      ["a.txt", 1],
      ["scripts/run.py", SCRIPT.length],
    ]);
    expect(body).toMatchObject({
      frontmatter: { license: "MIT", compatibility: "Python 3.12", allowed_tools: ["Bash", "Read"] },
      preview: "skill_md",
      readable: false,
      install: null,
    });
    expect(body.skill_md).toBe("# Minutes\n\nWrite them.");
    expect(body).toMatchObject({
      complete: false,
      headings: [
        { level: 1, text: "Minutes" },
        { level: 2, text: "Style" },
      ],
    });
    expect(JSON.stringify(body)).not.toContain("secret sauce");
    expect(body).not.toHaveProperty("findings");
  });

  test("a free package names the command that installs it, and every file can be read", async () => {
    const free = await livePackage(owner, { price_per_call: 0 });
    const { body } = await files(reader.key, free.slug);
    expect(body).toMatchObject({ readable: true, install: expect.stringMatching(/^npx skills add http/) });
    expect((await file(reader.key, free.slug, "scripts/run.py")).body.text).toBe(SCRIPT);
  });

  test("a skill without a package is no_package, and an unknown one not_found", async () => {
    const { slug } = await liveSkill(owner);
    for (const path of ["", "/SKILL.md"]) {
      const none = await call("GET", `/v1/skills/${slug}/files${path}`, { key: reader.key });
      expect([none.status, none.body.error.code]).toEqual([404, "no_package"]);
      const unknown = await call("GET", `/v1/skills/there-is-none/files${path}`, { key: reader.key });
      expect([unknown.status, unknown.body.error.code]).toEqual([404, "not_found"]);
    }
  });
});

describe("GET /v1/skills/{slug}/files/{path}", () => {
  test("a file that is not bought is 402 with the price and where to buy, SKILL.md too", async () => {
    for (const path of ["SKILL.md", "scripts/run.py"]) {
      const { status, body } = await file(reader.key, paid.slug, path);
      expect([status, body.error.code]).toEqual([402, "purchase_required"]);
      expect(body.error.details).toMatchObject({
        price: 2,
        purchase_url: expect.stringContaining(paid.slug),
      });
      expect(JSON.stringify(body)).not.toContain("secret sauce");
    }
  });

  test("no public address tells more of a package that has to be bought", async () => {
    const { slug } = paid;
    const doors = [
      `/v1/skills/${slug}`,
      `/v1/skills/${slug}/files`,
      `/v1/skills/${slug}/versions`,
      "/v1/skills?search=sauce",
    ];
    for (const path of doors)
      expect(JSON.stringify((await call("GET", path, { key: reader.key })).body)).not.toContain("secret");
    expect((await call("GET", `/v1/skills?search=sauce`, { key: reader.key })).body.total).toBe(0);
  });

  test("a developer may show the headings alone", async () => {
    const outlined = await livePackage(owner, { ...SUBSCRIPTION, package_preview: "outline" });
    const { body } = await files(reader.key, outlined.slug);
    expect(body).toMatchObject({ preview: "outline", skill_md: "", complete: false, readable: false });
    expect(body.headings).toHaveLength(2);
    expect((await files(owner.key, outlined.slug)).body).toMatchObject({ complete: true, readable: true });
  });

  test("a path that the package lacks is not_found, whatever it is", async () => {
    for (const path of ["b.txt", "../SKILL.md", "/etc/passwd", "scripts", "\u0000", "%", "x".repeat(2000)])
      expect([path, (await file(reader.key, paid.slug, path)).status]).toEqual([path, 404]);
  });

  test("a buyer, the developer and an administrator read every file, a key only what it may have", async () => {
    const buyer = await personWith(5);
    await call("POST", `/v1/skills/${paid.slug}/purchase`, { key: buyer.key, body: {} });
    for (const { key } of [buyer, owner, await administrator()])
      expect((await file(key, paid.slug, "scripts/run.py")).body).toMatchObject({
        text: SCRIPT,
        encoding: "text",
      });
    expect((await files(buyer.key, paid.slug)).body.readable).toBe(true);
    for (const limits of [{ scopes: ["read"] }, { skills: ["another-skill"] }]) {
      const made = await call("POST", "/v1/keys", { key: buyer.key, body: { name: "limited", ...limits } });
      const refused = await file(String(made.body.api_key), paid.slug, "scripts/run.py");
      expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
      expect((await files(String(made.body.api_key), paid.slug)).body).toMatchObject({
        readable: false,
        complete: false,
      });
    }
  });

  test("a package that is charged by the download is not read for nothing", async () => {
    const metered = await livePackage(owner, { price_per_call: 1 });
    const { status, body } = await file(reader.key, metered.slug, "a.txt");
    expect([status, body.error.code]).toEqual([400, "not_downloadable"]);
  });

  test("only those who had a yanked version, its seller and administrators read its files", async () => {
    const shown = await livePackage(owner, { price_per_call: 0 });
    const holder = await person();
    expect((await call("GET", `/v1/skills/${shown.slug}/download`, { key: holder.key })).status).toBe(200);
    const { version } = (await files(reader.key, shown.slug)).body;
    const body = { version, reason: "Deletes files." };
    const yanked = await call("POST", `/v1/developer/skills/${shown.id}/yanks`, { key: owner.key, body });
    expect(yanked.status).toBe(200);
    const refused = await file(reader.key, shown.slug, "a.txt");
    expect([refused.status, refused.body.error.code]).toEqual([400, "version_yanked"]);
    for (const { key } of [holder, owner, await administrator()])
      expect((await file(key, shown.slug, "a.txt")).status).toBe(200);
  });

  test("everyone reads every file once the developer shows them and a reviewer has approved that", async () => {
    const shown = await livePackage(owner, SUBSCRIPTION);
    const body = { package_preview: "all_files" };
    const changed = await call("PATCH", `/v1/developer/skills/${shown.id}`, { key: owner.key, body });
    expect(changed.body).toMatchObject({ status: "pending", revision: 2, ...body });
    expect((await file(reader.key, shown.slug, "a.txt")).status).toBe(402);
    await approve(shown.id);
    expect((await file(reader.key, shown.slug, "a.txt")).body.text).toBe("a");
    expect((await files(reader.key, shown.slug)).body).toMatchObject({
      readable: true,
      preview: "all_files",
    });
  });
});
