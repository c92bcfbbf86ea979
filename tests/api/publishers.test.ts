import { describe, expect, test } from "vitest";
import { handleOf } from "@/lib/identity/accounts/handles";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person, unique } from "@/tests/support/people";

const publisher = (handle: string, key: string) => call("GET", `/v1/publishers/${handle}`, { key });
const profile = (someone: Person, body: object) => call("PATCH", "/v1/account/publisher", { key: someone.key, body });
const handleOfPerson = async ({ key }: Person) =>
  String((await call("GET", "/v1/account/publisher", { key })).body.handle);
const newName = () => `Publisher ${process.pid} ${unique()}`;

describe("GET /v1/publishers/{handle}", () => {
  test("shows name, registration date and ratings, under a handle made from the name", async () => {
    const name = newName();
    const developer = await person(name);
    const { slug } = await liveSkill(developer);
    const handle = handleOf(name);
    await profile(developer, { bio: "Small tools.", links: ["https://example.com/tools"] });
    const { status, body } = await publisher(handle, developer.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      handle,
      name,
      bio: "Small tools.",
      links: ["https://example.com/tools"],
      verified: false,
      skill_count: 1,
      rating: { average: null, count: 0 },
    });
    const { body: skills } = await call("GET", `/v1/skills?publisher=${handle}`, { key: developer.key });
    expect(skills).toMatchObject({ total: 1, data: [{ slug, developer: { handle, verified: false } }] });
  });

  test("two publishers of one name have different handles", async () => {
    const name = newName();
    const [one, two] = [await person(name), await person(name)];
    await Promise.all([liveSkill(one), liveSkill(two)]);
    const handles = await Promise.all([handleOfPerson(one), handleOfPerson(two)]);
    expect(handles).toContain(handleOf(name));
    expect(new Set(handles).size).toBe(2);
  });

  test("404 for unknown and malformed handles, and for an account without a skill on the marketplace", async () => {
    const someone = await person(newName());
    for (const handle of ["no-such-handle", "Not%20A%20Handle", await handleOfPerson(someone)])
      expect((await publisher(handle, someone.key)).status).toBe(404);
  });
});

describe("a new handle", () => {
  test("is in the audit log, with the former one, until the account is closed", async () => {
    const developer = await person(newName());
    const admin = await administrator();
    const former = await handleOfPerson(developer);
    const handle = `audited-${process.pid}-${unique()}`;
    await profile(developer, { handle });
    const details = async () =>
      (
        await call("GET", `/v1/admin/audit?action=account.handle&subject=${developer.id}`, { key: admin.key })
      ).body.data.map((line) => line.details);
    expect(await details()).toMatchObject([{ before: former, after: handle }]);
    await query("test.close", "SELECT account_close($1)", [developer.id]);
    expect(JSON.stringify(await details())).not.toMatch(`${former}|${handle}`);
  });

  test("is on every skill at once; the former one redirects and stays reserved for 90 days", async () => {
    const [developer, other] = [await person(newName()), await person(newName())];
    const { slug } = await liveSkill(developer);
    const former = await handleOfPerson(developer);
    const handle = `renamed-${process.pid}-${unique()}`;
    expect((await profile(developer, { handle })).body.handle).toBe(handle);
    expect((await publisher(former, other.key)).body.handle).toBe(handle);
    const { body } = await call("GET", `/v1/skills/${slug}`, { key: other.key });
    expect(body.developer).toMatchObject({ handle });
    for (const taken of [former, handle]) {
      const refused = await profile(other, { handle: taken });
      expect([refused.status, refused.body.error.param]).toEqual([400, "handle"]);
    }
    await query("test.expire", "UPDATE former_handle SET expires_at = now() WHERE handle = $1", [former]);
    expect((await publisher(former, other.key)).status).toBe(404);
    expect((await profile(other, { handle: former })).status).toBe(200);
  });

  test("its owner may take the former one back", async () => {
    const developer = await person(newName());
    await liveSkill(developer);
    const former = await handleOfPerson(developer);
    await profile(developer, { handle: `${former}-x` });
    expect((await profile(developer, { handle: former })).body.handle).toBe(former);
    expect((await publisher(`${former}-x`, developer.key)).body.handle).toBe(former);
  });

  test("of two who want it at once, one gets it", async () => {
    const people = await Promise.all([person(newName()), person(newName()), person(newName())]);
    const handle = `wanted-${process.pid}-${unique()}`;
    const answers = await Promise.all(people.map((someone) => profile(someone, { handle })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test.each([
    [{ handle: "No Spaces" }, "handle"],
    [{ handle: "admin" }, "handle"],
    [{ handle: "ab" }, "handle"],
    [{ links: ["http://example.com"] }, "links[0]"],
    [{ links: ["javascript:alert(1)"] }, "links[0]"],
    [{ bio: "x".repeat(1_001) }, "bio"],
    [{ verified_at: "2026-11-20T10:00:00.000Z" }, "verified_at"],
  ])("%j is refused", async (body, param) => {
    const refused = await profile(await person(), body);
    expect([refused.status, refused.body.error.param]).toEqual([400, param]);
  });
});

describe("a picture", () => {
  test("is removed by administrators, with the reason in the audit log", async () => {
    const [admin, developer] = [await administrator(), await person(newName())];
    await prisma().account.update({ where: { id: developer.id }, data: { picture: "a".repeat(64) } });
    const path = `/v1/admin/accounts/${developer.id}/remove-picture`;
    const body = { reason: "Shows somebody else." };
    expect((await call("POST", path, { key: developer.key, body })).status).toBe(403);
    for (let time = 0; time < 2; time++) expect((await call("POST", path, { key: admin.key, body })).status).toBe(200);
    expect(await prisma().account.findUnique({ where: { id: developer.id } })).toMatchObject({ picture: null });
    const log = await call("GET", `/v1/admin/audit?subject=${developer.id}`, { key: admin.key });
    expect(log.body.data).toMatchObject([{ action: "account.remove_picture", details: body }]);
    const unknown = "/v1/admin/accounts/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11/remove-picture";
    expect((await call("POST", unknown, { key: admin.key, body })).status).toBe(404);
  });
});

describe("the verified badge", () => {
  test("is given and taken by administrators, with who, when and why in the audit log", async () => {
    const [admin, developer] = [await administrator(), await person(newName())];
    const { slug } = await liveSkill(developer);
    const path = `/v1/admin/accounts/${developer.id}`;
    const because = (reason: string) => ({ key: admin.key, body: { reason } });
    const given = await call("POST", `${path}/verify`, because("Letter of the company."));
    expect([given.status, given.body.verified_at]).toEqual([200, expect.any(String)]);
    const found = await call("GET", `/v1/skills?verified=true&search=statistics`, { key: developer.key });
    expect(found.body.data.map((skill) => skill.slug)).toEqual([slug]);
    expect((await call("POST", `${path}/verify`, because("Again."))).status).toBe(200);
    expect((await call("POST", `${path}/unverify`, because("Sold."))).body.verified_at).toBeNull();
    expect((await publisher(await handleOfPerson(developer), admin.key)).body.verified).toBe(false);
    const log = await call("GET", `/v1/admin/audit?subject=${developer.id}`, { key: admin.key });
    expect(log.body.data).toMatchObject([
      { action: "account.unverify", actor: { id: admin.id }, details: { reason: "Sold." } },
      { action: "account.verify", actor: { id: admin.id }, details: { reason: "Letter of the company." } },
    ]);
  });

  test("403 for users, and for an administrator's own account", async () => {
    const [admin, developer] = [await administrator(), await person()];
    const body = { reason: "Me." };
    for (const [{ id, key }, code] of [
      [developer, "forbidden"],
      [admin, "own_account"],
    ] as const) {
      const refused = await call("POST", `/v1/admin/accounts/${id}/verify`, { key, body });
      expect(refused.body.error.code).toBe(code);
    }
  });
});
