import { beforeAll, describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, subscription } from "@/tests/support/money";
import { administrator, approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { skillZip } from "@/tests/support/zips";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

const change = (owner: Person, id: string, body: object) =>
  call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body });
const decide = (skill_id: string, action: string) =>
  call("PATCH", "/v1/admin/skills", { key: admin.key, body: { skill_id, action } });
const upload = (owner: Person, { id, slug }: { id: string; slug: string }) =>
  call("PUT", `/v1/developer/skills/${id}/package`, {
    key: owner.key,
    raw: new Uint8Array(skillZip({ slug })),
    headers: { "content-type": "application/zip" },
  });
const statusOf = async (owner: Person, id: string) =>
  (await call("GET", `/v1/developer/skills/${id}`, { key: owner.key })).body.status;

describe("what is waiting for review stays complete", () => {
  test("a price cannot be taken away, or become the wrong one, while a skill waits", async () => {
    const developer = await person();
    const { id, slug } = await draftSkill(developer, { ...subscription(), submit: true });
    for (const terms of [{ price: null }, { pricing_type: "usage" }]) {
      const refused = await change(developer, id, { ...terms, submit: false });
      expect([refused.status, refused.body.error.code]).toEqual([400, "not_submittable"]);
    }
    expect((await change(developer, id, { price: 6, submit: false })).body).toMatchObject({
      status: "pending",
      price: 6,
    });
    expect((await decide(id, "approve")).status).toBe(200);
    const bought = await call("POST", `/v1/skills/${slug}/purchase`, {
      key: (await personWith(10)).key,
      body: {},
    });
    expect(bought.status).toBe(200);
  });

  test("an upload does not submit what has lost its price, and stores no version of it", async () => {
    const developer = await person();
    const skill = await draftSkill(developer, { ...subscription(), submit: true });
    await decide(skill.id, "reject");
    expect((await change(developer, skill.id, { price: null, submit: false })).status).toBe(200);
    const refused = await upload(developer, skill);
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      400,
      "not_submittable",
      "price",
    ]);
    expect(await statusOf(developer, skill.id)).toBe("rejected");
    expect(await prisma().skillPackage.count({ where: { skillId: skill.id } })).toBe(0);
    expect((await change(developer, skill.id, { price: 5, submit: false })).status).toBe(200);
    expect((await upload(developer, skill)).status).toBe(200);
    expect(await statusOf(developer, skill.id)).toBe("pending");
  });

  test("an incomplete revision can't be approved, but can be rejected", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { ...subscription(), submit: true });
    await prisma().skill.update({ where: { id }, data: { priceMicros: null } });
    const refused = await decide(id, "approve");
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      400,
      "not_submittable",
      "price",
    ]);
    expect(await statusOf(developer, id)).toBe("pending");
    expect(await prisma().listing.count({ where: { skillId: id } })).toBe(0);
    expect((await decide(id, "reject")).status).toBe(200);
  });
});

describe("what is on the marketplace has a price", () => {
  test("the database takes no listing without the price that its pricing needs", async () => {
    const developer = await person();
    const usage = await liveSkill(developer);
    const sold = await liveSkill(developer, subscription());
    const emptied = (id: string, data: object) => prisma().listing.update({ where: { skillId: id }, data });
    await expect(emptied(usage.id, { pricePerCallMicros: null })).rejects.toThrow("listing_priced");
    await expect(emptied(sold.id, { priceMicros: null })).rejects.toThrow("listing_priced");
    await expect(emptied(sold.id, { pricingType: "usage" })).rejects.toThrow("listing_priced");
  });
});

describe("an endpoint is checked again when it is submitted", () => {
  // The name of an endpoint may begin to lead elsewhere after it was saved; written past the API, an address stands for that.
  const movedAway = (id: string) =>
    prisma().skillRevision.updateMany({
      where: { skillId: id, status: "draft" },
      data: { apiEndpoint: "https://10.0.0.1/run" },
    });

  test("by the change that submits it", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    await movedAway(id);
    expect((await change(developer, id, { name: "Still a draft" })).status).toBe(200);
    const refused = await change(developer, id, { submit: true });
    expect([refused.status, refused.body.error.param]).toEqual([400, "api_endpoint"]);
    expect(await statusOf(developer, id)).toBe("draft");
  });

  test("by the upload that submits it", async () => {
    const developer = await person();
    const skill = await draftSkill(developer);
    await movedAway(skill.id);
    expect((await upload(developer, skill)).status).toBe(200);
    await prisma().skill.update({ where: { id: skill.id }, data: { status: "rejected" } });
    const refused = await upload(developer, skill);
    expect([refused.status, refused.body.error.param]).toEqual([400, "api_endpoint"]);
  });

  test("a live skill's changes of terms alone ask no name server", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { submit: true });
    await approve(id);
    await pool().query("ALTER TABLE skill_revision DISABLE TRIGGER USER");
    await prisma().skillRevision.updateMany({
      where: { skillId: id },
      data: { apiEndpoint: "https://10.0.0.1/run" },
    });
    await pool().query("ALTER TABLE skill_revision ENABLE TRIGGER USER");
    expect((await change(developer, id, { price_per_call: 2 })).status).toBe(200);
    const refused = await change(developer, id, { name: "Another" });
    expect([refused.status, refused.body.error.param]).toEqual([400, "api_endpoint"]);
  });
});
