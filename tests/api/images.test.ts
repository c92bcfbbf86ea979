import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { store } from "@/lib/supply/packages/configured-store";
import { expireImages } from "@/lib/supply/packages/images";
import { checkPackages } from "@/lib/supply/packages/integrity";
import { removeUnused } from "@/lib/supply/packages/retention";
import { call, send } from "@/tests/support/api";
import { administrator, approve, draftSkill, liveSkill, type Person, person, unique } from "@/tests/support/people";

let developer: Person;
beforeAll(async () => {
  developer = await person();
});

/** A picture that no other call makes. */
function picture(width = 400, height = 400) {
  const count = unique();
  return sharp({
    create: { width, height, channels: 3, background: { r: count % 256, g: 80, b: (count * 7) % 256 } },
  });
}
const upload = (bytes: Buffer, kind = "icon", who = developer) =>
  call("POST", `/v1/developer/images?kind=${kind}`, {
    key: who.key,
    raw: new Uint8Array(bytes),
    headers: { "content-type": "application/octet-stream" },
  });
async function uploaded(kind = "icon", who = developer): Promise<string> {
  const { status, body } = await upload(await picture().png().toBuffer(), kind, who);
  expect(status).toBe(200);
  return body.id;
}
const change = (id: string, body: object, who = developer) =>
  call("PATCH", `/v1/developer/skills/${id}`, { key: who.key, body });
const paramOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error.param];

describe("an uploaded image", () => {
  test.each(["png", "jpeg", "webp"] as const)("as %s becomes a WebP without its metadata", async (format) => {
    const sent = await picture(900, 600)
      .withExif({ IFD0: { Copyright: "a secret place" } })
      .toFormat(format)
      .toBuffer();
    const { body } = await upload(sent);
    expect(body).toMatchObject({ width: 256, height: 256, url: `/v1/images/${body.id}` });
    const answer = await send("GET", String(body.url));
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-length": String(bytes.length),
    });
    expect(bytes.length).toBe(body.size);
    const { format: kept, exif } = await sharp(bytes).metadata();
    expect([kept, exif]).toEqual(["webp", undefined]);
    const again = await send("GET", String(body.url), {
      headers: { "if-none-match": answer.headers.get("etag") ?? "" },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("keeps its shape as a screenshot, within 1600 by 1200, and is not enlarged", async () => {
    const large = await upload(await picture(3200, 1600).png().toBuffer(), "screenshot");
    expect(large.body).toMatchObject({ width: 1600, height: 800 });
    const small = await upload(await picture(300, 200).png().toBuffer(), "screenshot");
    expect(small.body).toMatchObject({ width: 300, height: 200 });
  });

  test("is refused when it is no PNG, JPEG or WebP, is cut off, or would fill the memory", async () => {
    const whole = await picture().png().toBuffer();
    const hostile = {
      text: Buffer.from("<html><script>alert(1)</script></html>"),
      svg: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
      gif: await picture().gif().toBuffer(),
      empty: Buffer.alloc(0),
      cut: whole.subarray(0, whole.length - 40),
      bomb: await picture(7000, 7000).png().toBuffer(),
    };
    for (const [name, bytes] of Object.entries(hostile))
      expect([name, ...paramOf(await upload(bytes))]).toEqual([name, 400, "image"]);
    const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([large.status, large.body.error.code]).toEqual([413, "payload_too_large"]);
    expect((await call("POST", "/v1/developer/images?kind=icon", { raw: "x" })).status).toBe(401);
  });

  test("that nobody has uploaded is not found", async () => {
    expect((await call("GET", `/v1/images/${"0".repeat(64)}`)).status).toBe(404);
    expect((await call("GET", "/v1/images/nonsense")).status).toBe(404);
  });
});

describe("icon and screenshots of a skill", () => {
  test("wait for review like other content, and are then in lists and details", async () => {
    const { id, slug } = await liveSkill(developer);
    const [icon, shot] = [await uploaded(), await uploaded("screenshot")];
    expect((await change(id, { icon, screenshots: [shot] })).body).toMatchObject({
      status: "pending",
      icon,
      screenshots: [shot],
    });
    const read = async () => (await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body;
    expect(await read()).toMatchObject({ icon: null, screenshots: null });
    await approve(id);
    expect(await read()).toMatchObject({ icon, screenshots: [shot] });
    const list = await call("GET", "/v1/skills?limit=100", { key: developer.key });
    expect(list.body.data.find((skill) => skill.slug === slug)).toMatchObject({ icon });
    expect((await change(id, { icon: null, screenshots: null })).body).toMatchObject({ icon: null });
  });

  test("are the developer's own uploads of the right kind, each once and at most five", async () => {
    const { id } = await draftSkill(developer);
    const foreign = await uploaded("icon", await person());
    expect(paramOf(await change(id, { icon: foreign }))).toEqual([400, "icon"]);
    expect(paramOf(await change(id, { icon: "0".repeat(64) }))).toEqual([400, "icon"]);
    expect(paramOf(await change(id, { screenshots: [foreign] }))).toEqual([400, "screenshots[0]"]);
    const wide = await upload(await picture(600, 300).png().toBuffer(), "screenshot");
    expect(paramOf(await change(id, { icon: wide.body.id }))).toEqual([400, "icon"]);
    const shots = await Promise.all(Array.from({ length: 6 }, () => uploaded("screenshot")));
    expect((await change(id, { screenshots: shots })).status).toBe(400);
    expect((await change(id, { screenshots: [shots[0], shots[0]] })).status).toBe(400);
    expect((await change(id, { screenshots: shots.slice(1) })).body.screenshots).toEqual(shots.slice(1));
  });

  test("stay while a revision has them; unused ones go after a day with their bytes, and are noticed when gone", async () => {
    const { id } = await draftSkill(developer);
    const [used, shot, unused] = [await uploaded(), await uploaded("screenshot"), await uploaded()];
    await change(id, { icon: used, screenshots: [shot] });
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await prisma().skillImage.updateMany({ where: { ownerId: developer.id }, data: { putAt: old } });
    await prisma().packageBlob.updateMany({
      where: { sha256: { in: [used, shot, unused] } },
      data: { putAt: old },
    });
    const found = await checkPackages();
    expect([found.missing, found.changed]).toEqual([[], []]);
    await expireImages();
    await removeUnused();
    const there = await Promise.all([used, shot, unused].map((sha256) => store().has(sha256)));
    expect(there).toEqual([true, true, false]);
    expect((await call("GET", `/v1/images/${unused}`)).status).toBe(404);
    expect(paramOf(await change(id, { icon: unused }))).toEqual([400, "icon"]);
    await store().remove(used);
    expect((await checkPackages()).missing).toEqual([used]);
  });
});

test.each([
  ["logo", "logo"],
  ["landing_picture", "landing-picture"],
] as const)(
  "the %s is set by an administrator alone, is in the audit log, and stays until it is removed",
  async (name, path) => {
    const admin = await administrator();
    const put = (key: string, bytes: Buffer) =>
      call("PUT", `/v1/admin/settings/${path}`, {
        key,
        raw: new Uint8Array(bytes),
        headers: { "content-type": "application/octet-stream" },
      });
    const bytes = await picture().png().toBuffer();
    expect((await put(developer.key, bytes)).status).toBe(403);
    expect(paramOf(await put(admin.key, Buffer.from("no image")))).toEqual([400, "image"]);
    const settings = (await put(admin.key, bytes)).body.settings as Record<typeof name, string>;
    expect((await call("GET", `/v1/images/${settings[name]}`)).status).toBe(200);
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await prisma().skillImage.updateMany({ where: { ownerId: admin.id }, data: { putAt: old } });
    await expireImages();
    expect((await call("GET", `/v1/images/${settings[name]}`)).status).toBe(200);
    const change = (image: string | null) =>
      call("PATCH", "/v1/admin/settings", { key: admin.key, body: { [name]: image } });
    expect((await change(settings[name])).status).toBe(400);
    expect((await change(null)).body).toMatchObject({ settings: { [name]: null } });
    const events = await prisma().auditEvent.findMany({
      where: { actorId: admin.id, action: "settings.change" },
    });
    expect(events.map(({ details }) => details)).toContainEqual({
      [name]: { before: settings[name], after: null },
    });
    await expireImages();
    expect((await call("GET", `/v1/images/${settings[name]}`)).status).toBe(404);
  },
);
