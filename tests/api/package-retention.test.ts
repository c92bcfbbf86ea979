import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { store } from "@/lib/supply/packages/configured-store";
import { removeUnused } from "@/lib/supply/packages/retention";
import { call } from "@/tests/support/api";
import { inspected } from "@/tests/support/inspected";
import { administrator, approve, draftSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { skillZip } from "@/tests/support/zips";

const ZIP = { "content-type": "application/zip" };
const put = (owner: Person, id: string, raw: BodyInit) =>
  call("PUT", `/v1/developer/skills/${id}/package`, { key: owner.key, raw, headers: ZIP });
const bytesOf = (slug: string, version: string, body = "Do it.") =>
  new Uint8Array(skillZip({ slug, frontmatter: { metadata: { version } }, body: `# ${slug}\n\n${body}\n` }));
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const archiveOf = async (bytes: Uint8Array) => (await inspected(Buffer.from(bytes))).sha256;
const isStored = async (bytes: Uint8Array) => store().has(await archiveOf(bytes));
const edit = (owner: Person, id: string, body: object) =>
  call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body });

/** As if everything that there is of packages and revisions had happened so many days earlier. */
async function age(days: number): Promise<void> {
  for (const table of ["skill_package", "skill_revision"])
    await pool().query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await pool().query(`UPDATE skill_package SET created_at = created_at - interval '${days} days'`);
  await pool().query(`UPDATE package_blob SET put_at = put_at - interval '${days} days'`);
  await pool().query(`UPDATE skill_revision SET created_at = created_at - interval '${days} days',
    submitted_at = submitted_at - interval '${days} days', reviewed_at = reviewed_at - interval '${days} days'`);
  for (const table of ["skill_package", "skill_revision"])
    await pool().query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

async function reject(skill: TestSkill): Promise<void> {
  const { key } = await administrator();
  await call("PATCH", "/v1/admin/skills", { key, body: { skill_id: skill.id, action: "reject" } });
}

describe("what uploads may take", () => {
  test("an upload that is refused leaves nothing in the store", async () => {
    const owner = await person();
    const { id, slug } = await draftSkill(owner);
    expect((await put(owner, id, bytesOf(slug, "1.0.0"))).status).toBe(200);
    const other = bytesOf(slug, "1.0.0", "Do something else.");
    const refused = await put(owner, id, other);
    expect(refused.body.error.details.findings).toMatchObject([{ rule: "version_reused" }]);
    expect(await isStored(other)).toBe(false);
    expect(await prisma().packageBlob.count({ where: { sha256: await archiveOf(other) } })).toBe(0);
  });

  test("one upload per account at a time: a second one is refused before it is read; other accounts' continue", async () => {
    const [owner, other] = [await person(), await person()];
    const [first, second, theirs] = [await draftSkill(owner), await draftSkill(owner), await draftSkill(other)];
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const bytes = bytesOf(first.slug, "1.0.0");
    let at = 0;
    const slow = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          begun.resolve();
          if (at > 0) await gate.promise;
          controller.enqueue(bytes.subarray(at, at + 100));
          at += 100;
          if (at >= bytes.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const slowly = put(owner, first.id, slow);
    await begun.promise;
    let isRead = false;
    const unread = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          isRead = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const refused = await put(owner, second.id, unread);
    expect([refused.status, refused.body.error.code]).toEqual([429, "too_many_in_flight"]);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    expect(isRead).toBe(false);
    expect((await put(other, theirs.id, bytesOf(theirs.slug, "1.0.0"))).status).toBe(200);
    gate.resolve();
    expect((await slowly).status).toBe(200);
    expect((await put(owner, second.id, bytesOf(second.slug, "1.0.0"))).status).toBe(200);
  });

  test("a developer's packages have room of a size; what is approved does not fill that of the others", async () => {
    const owner = await person();
    const { id, slug } = await draftSkill(owner);
    const large = (version: string) =>
      prisma().skillPackage.create({
        data: {
          id: newId(),
          skillId: id,
          version,
          name: slug,
          contentSha256: hashOf(Buffer.from(`${id}${version}`)),
          sha256: hashOf(Buffer.from(`${id}${version}`)),
          sizeBytes: BigInt(600 * 1024 * 1024),
          manifest: [],
          findings: [],
        },
      });
    const first = await large("0.0.1");
    expect((await put(owner, id, bytesOf(slug, "1.0.0"))).status).toBe(200);
    await large("0.0.2");
    const refused = await put(owner, id, bytesOf(slug, "1.0.1"));
    expect([refused.status, refused.body.error.param]).toEqual([400, "package"]);
    expect(refused.body.error.message).toContain("not approved yet");
    await prisma().skillRevision.create({
      data: {
        ...{ id: newId(), skillId: id, number: 9, status: "approved", packageId: first.id },
        ...{ name: "x", description: "x", category: "writing", executionType: "api" },
      },
    });
    expect((await put(owner, id, bytesOf(slug, "1.0.1"))).status).toBe(200);
  });
});

describe("what is removed", () => {
  test("a draft's former packages after a day, and never what is live, waits, or is the newest", async () => {
    const owner = await person();
    const skill = await draftSkill(owner, { execution_type: "both" });
    const [former, live, waiting] = ["1.0.0", "1.1.0", "1.2.0"].map((version) => bytesOf(skill.slug, version));
    if (!former || !live || !waiting) throw new Error("three packages");
    for (const bytes of [former, live]) await put(owner, skill.id, bytes);
    await edit(owner, skill.id, { submit: true });
    await approve(skill.id);
    expect((await put(owner, skill.id, waiting)).status).toBe(200);
    await removeUnused();
    expect(await isStored(former)).toBe(true);
    await age(400);
    await removeUnused();
    expect(await Promise.all([former, live, waiting].map(isStored))).toEqual([false, true, true]);
    const reused = await put(owner, skill.id, bytesOf(skill.slug, "1.0.0", "Do something else."));
    expect(reused.body.error.details.findings).toMatchObject([{ rule: "version_reused" }]);
  });

  test("a refused package a month later, once another has taken its place; the same content brings it back", async () => {
    const owner = await person();
    const skill = await draftSkill(owner, { execution_type: "both" });
    const [refused, next] = [bytesOf(skill.slug, "1.0.0"), bytesOf(skill.slug, "1.1.0")];
    await put(owner, skill.id, refused);
    await edit(owner, skill.id, { submit: true });
    await reject(skill);
    await age(40);
    await removeUnused();
    expect(await isStored(refused)).toBe(true);
    await put(owner, skill.id, next);
    await removeUnused();
    expect(await isStored(refused)).toBe(false);
    const again = await put(owner, skill.id, refused);
    expect(again.body).toMatchObject({ version: "1.0.0", files: [{ path: "SKILL.md" }] });
    expect(await isStored(refused)).toBe(true);
    await edit(owner, skill.id, { submit: true });
    await approve(skill.id);
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: owner.key })).body.package).toMatchObject({
      version: "1.0.0",
    });
  });

  test("bytes that came to nothing, but not those that another skill has, too", async () => {
    const owner = await person();
    const [one, two] = [await draftSkill(owner), await draftSkill(owner)];
    const shared = bytesOf(one.slug, "7.0.0");
    await put(owner, one.id, shared);
    const { id: _, ...row } = await prisma().skillPackage.findFirstOrThrow({ where: { skillId: one.id } });
    const theirs = newId();
    await prisma().skillPackage.create({
      data: { ...row, id: theirs, skillId: two.id, manifest: [], findings: [], behavior: {} },
    });
    await prisma().skillRevision.updateMany({ where: { skillId: two.id }, data: { packageId: theirs } });
    await put(owner, one.id, bytesOf(one.slug, "7.1.0"));
    const lost = hashOf(Buffer.from("stored by an upload whose process died"));
    await prisma().packageBlob.create({ data: { sha256: lost, sizeBytes: 1n } });
    await age(2);
    await removeUnused();
    expect(await prisma().packageBlob.count({ where: { sha256: lost } })).toBe(0);
    const left = await prisma().skillPackage.findMany({
      where: { sha256: await archiveOf(shared), removedAt: null },
    });
    expect(left.map(({ skillId }) => skillId)).toEqual([two.id]);
    expect(await isStored(shared)).toBe(true);
  });
});
