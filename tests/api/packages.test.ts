import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call, send } from "@/tests/support/api";
import { inspected } from "@/tests/support/inspected";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { approve, draftSkill, person } from "@/tests/support/people";
import { skillMd, skillZip, zip } from "@/tests/support/zips";

const download = (key: string, slug: string) => send("GET", `/v1/skills/${slug}/download`, { key });

describe("PUT /v1/developer/skills/{id}/package", () => {
  test("an accepted package is the canonical archive, and the answer says so", async () => {
    const developer = await person();
    const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
    const upload = packageOf("my-name", "1.2.3");
    const { status, body } = await putPackage(developer.key, skill.id, upload);
    expect(status).toBe(200);
    const { archive, sha256 } = await inspected(upload);
    expect(body).toMatchObject({ version: "1.2.3", name: "my-name", size: archive.length, sha256 });
    expect(body.message).toBe(
      "We rewrote your ZIP as one folder, my-name, with 1 file. Reviewers, buyers and agents get that archive; size and sha256 are its own.",
    );
    const { message: _, ...manifest } = body;
    expect((await call("GET", `/v1/developer/skills/${skill.id}/package`, { key: developer.key })).body).toEqual(
      manifest,
    );
  });

  test("the same content again changes nothing, however it is zipped", async () => {
    const developer = await person();
    const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
    const files = { "SKILL.md": skillMd({ slug: skill.slug }), "a.md": "a".repeat(3000) };
    const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
    const first = await putPackage(developer.key, skill.id, zip(entries));
    const others = [
      zip(entries.toReversed().map((entry) => ({ ...entry, stored: true, name: `any/${entry.name}` }))),
      zip([...entries, { name: "__MACOSX/._a.md", data: "x" }], { comment: Buffer.from("again") }),
    ];
    for (const other of others) expect((await putPackage(developer.key, skill.id, other)).body).toEqual(first.body);
    expect(await prisma().skillPackage.count({ where: { skillId: skill.id } })).toBe(1);
  });

  test("content that another zlib has deflated before is the same version, and keeps its bytes", async () => {
    const developer = await person();
    const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
    const upload = packageOf(skill.slug, "1.0.0");
    const { contentSha256 } = await inspected(upload);
    const before = { id: newId(), skillId: skill.id, name: skill.slug, version: "1.0.0", contentSha256 };
    await prisma().skillPackage.create({
      data: { ...before, sha256: "0".repeat(64), sizeBytes: 1n, manifest: [], findings: [] },
    });
    const { status, body } = await putPackage(developer.key, skill.id, upload);
    expect([status, body.version, body.sha256]).toEqual([200, "1.0.0", "0".repeat(64)]);
    expect(await prisma().skillPackage.count({ where: { skillId: skill.id } })).toBe(1);
  });

  test("a version string never means other content, and a package without a description is refused at its line", async () => {
    const developer = await person();
    const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
    await putPackage(developer.key, skill.id, packageOf(skill.slug, "1.0.0"));
    const reused = await putPackage(developer.key, skill.id, packageOf(skill.slug, "1.0.0", "other"));
    expect([reused.status, reused.body.error.code]).toEqual([400, "invalid_package"]);
    const blank = await putPackage(
      developer.key,
      skill.id,
      skillZip({ slug: skill.slug, frontmatter: { description: "" } }),
    );
    expect([blank.status, blank.body.error.code]).toEqual([400, "invalid_package"]);
    expect(blank.body.error.details.findings).toMatchObject([
      { rule: "description_missing", file: "SKILL.md", line: 3, severity: "error" },
    ]);
    expect((await call("GET", `/v1/developer/skills/${skill.id}/package`, { key: developer.key })).body.version).toBe(
      "1.0.0",
    );
  });

  test("garbage, another type and another's skill are refused", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    expect((await putPackage(developer.key, id, Buffer.from("not a zip"))).body.error.code).toBe("invalid_package");
    expect((await putPackage(developer.key, id, Buffer.from("{}"), "application/json")).body.error.param).toBe(
      "Content-Type",
    );
    expect((await putPackage((await person()).key, id, skillZip({ slug: "x" }))).status).toBe(404);
    expect((await call("GET", `/v1/developer/skills/${id}/package`, { key: developer.key })).body.error.code).toBe(
      "no_package",
    );
  });

  test("a new package of a live skill is waiting for review while the old one is downloaded", async () => {
    const developer = await person();
    const skill = await liveDownload(developer, { price_per_call: 0 });
    await putPackage(developer.key, skill.id, packageOf(skill.slug, "2.0.0"));
    const reader = await person();
    expect((await download(reader.key, skill.slug)).headers.get("content-disposition")).toContain("1.0.0.zip");
    await approve(skill.id);
    expect((await download(reader.key, skill.slug)).headers.get("content-disposition")).toContain("2.0.0.zip");
  });
});
