import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { expireImages } from "@/lib/supply/packages/images";
import { call } from "@/tests/support/api";
import { approve, liveSkill, type Person, person, unique } from "@/tests/support/people";

const handleOfPerson = async ({ key }: Person) =>
  String((await call("GET", "/v1/account/publisher", { key })).body.handle);
const follow = ({ key }: Person, handle: string) => call("PUT", `/v1/publishers/${handle}/follow`, { key });
const unfollow = ({ key }: Person, handle: string) => call("DELETE", `/v1/publishers/${handle}/follow`, { key });
const following = async ({ key }: Person) =>
  (await call("GET", "/v1/account/following", { key })).body.data.map(({ handle }) => handle);
const newsOf = async ({ id }: Person) =>
  (await prisma().notification.findMany({ where: { accountId: id, kind: "publisher_skill" } })).map(({ data }) => data);

async function publisher(): Promise<{ developer: Person; handle: string; slug: string }> {
  const developer = await person(`Followed ${process.pid} ${unique()}`);
  const { slug } = await liveSkill(developer);
  return { developer, handle: await handleOfPerson(developer), slug };
}

describe("following a publisher", () => {
  test("brings a notification for each new skill, not mailed, until one stops; versions bring none", async () => {
    const [reader, { developer, handle }] = [await person(), await publisher()];
    expect((await follow(reader, handle)).body).toMatchObject({ handle, following: true });
    expect((await follow(reader, handle)).status).toBe(200);
    expect(await following(reader)).toEqual([handle]);
    expect((await call("GET", `/v1/publishers/${handle}`, { key: reader.key })).body.followers).toBe(1);
    const { id, slug } = await liveSkill(developer);
    expect(await newsOf(reader)).toMatchObject([{ slug }]);
    const row = await prisma().notification.findFirstOrThrow({
      where: { accountId: reader.id, kind: "publisher_skill" },
    });
    expect(row.mailDueAt).toBeNull();
    const body = { description: "Counts more.", submit: true };
    await call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body });
    await approve(id);
    expect(await newsOf(reader)).toHaveLength(1);
    expect((await unfollow(reader, handle)).body).toMatchObject({ handle, following: false });
    expect((await unfollow(reader, handle)).status).toBe(404);
    await liveSkill(developer);
    expect(await newsOf(reader)).toHaveLength(1);
    expect(await newsOf(developer)).toEqual([]);
  });

  test("is the account's own: nobody else sees or ends it", async () => {
    const [reader, other, { handle }] = [await person(), await person(), await publisher()];
    await follow(reader, handle);
    expect(await following(other)).toEqual([]);
    expect((await unfollow(other, handle)).status).toBe(404);
    expect(await following(reader)).toEqual([handle]);
  });

  test("401 without a key, 404 for unknown publishers and those without a skill, 400 for oneself", async () => {
    const [reader, { developer, handle }] = [await person(), await publisher()];
    expect((await call("PUT", `/v1/publishers/${handle}/follow`)).status).toBe(401);
    expect((await call("GET", "/v1/account/following")).status).toBe(401);
    for (const unknown of ["no-such-handle", await handleOfPerson(reader)])
      expect((await follow(reader, unknown)).status).toBe(404);
    const own = await follow(developer, handle);
    expect([own.status, own.body.error.param]).toEqual([400, "handle"]);
  });

  test("has a limit, which parallel requests don't exceed", async () => {
    const [reader, one, two] = [await person(), await publisher(), await publisher()];
    const others = Array.from({ length: 499 }, (_, at) => ({
      email: `followed-${process.pid}-${unique()}-${at}@example.com`,
      name: "Somebody",
      updatedAt: new Date(),
    }));
    const accounts = await prisma().account.createManyAndReturn({
      data: others.map((other) => ({ ...other, id: crypto.randomUUID() })),
      select: { id: true },
    });
    await prisma().publisherFollow.createMany({
      data: accounts.map(({ id }) => ({ accountId: reader.id, publisherId: id })),
    });
    const answers = await Promise.all([follow(reader, one.handle), follow(reader, two.handle)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe("a publisher's picture and contact", () => {
  const profile = ({ key }: Person, body: object) => call("PATCH", "/v1/account/publisher", { key, body });
  async function icon({ key }: Person, kind = "icon"): Promise<string> {
    const background = { r: unique() % 256, g: 90, b: unique() % 256 };
    const raw = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    const headers = { "content-type": "application/octet-stream" };
    const { body } = await call("POST", `/v1/developer/images?kind=${kind}`, {
      key,
      raw: new Uint8Array(raw),
      headers,
    });
    return String(body.id);
  }

  test("are shown to everyone, stay while they are used, and can be removed", async () => {
    const { developer, handle } = await publisher();
    const picture = await icon(developer);
    const contact = "https://example.com/contact";
    expect((await profile(developer, { picture, contact })).body).toMatchObject({ picture, contact });
    await prisma().skillImage.updateMany({ where: { ownerId: developer.id }, data: { putAt: new Date(0) } });
    await expireImages();
    expect((await call("GET", `/v1/images/${picture}`)).status).toBe(200);
    const shown = await call("GET", `/v1/publishers/${handle}`, { key: (await person()).key });
    expect(shown.body).toMatchObject({ picture, contact });
    expect((await profile(developer, { bio: "Else." })).body).toMatchObject({ picture, contact });
    expect((await profile(developer, { picture: null, contact: null })).body).toMatchObject({
      picture: null,
      contact: null,
    });
    await expireImages();
    expect((await call("GET", `/v1/images/${picture}`)).status).toBe(404);
  });

  test("a picture is an icon that the publisher uploaded; a contact is an email or an https URL", async () => {
    const [developer, other] = [await person(), await person()];
    const refused = [
      { picture: await icon(other) },
      { picture: await icon(developer, "screenshot") },
      { picture: "nonsense" },
      { contact: "http://example.com" },
      { contact: "javascript:alert(1)" },
      { contact: "call me" },
      { contact: `https://example.com/${"x".repeat(300)}` },
    ];
    for (const body of refused) {
      const answer = await profile(developer, body);
      expect([answer.status, answer.body.error.param]).toEqual([400, Object.keys(body)[0]]);
    }
  });

  test("go with the account, as do its followers", async () => {
    const [reader, { developer, handle }] = [await person(), await publisher()];
    await follow(reader, handle);
    await profile(developer, { picture: await icon(developer), contact: "hello@example.com" });
    await prisma().$queryRaw`SELECT account_close(${developer.id}::uuid)`;
    const closed = await prisma().account.findUniqueOrThrow({ where: { id: developer.id } });
    expect([closed.picture, closed.contact]).toEqual([null, null]);
    expect(await following(reader)).toEqual([]);
  });
});
