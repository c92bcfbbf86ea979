import { createHash } from "node:crypto";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { release } from "@/lib/demand/execution/holds";
import { prisma, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call, send } from "@/tests/support/api";
import { failWrites } from "@/tests/support/fail-writes";
import { available, byStatus, personWith, subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { approve, draftSkill, person } from "@/tests/support/people";

/** Where the system lists the files that a process has open; not every one does. */
const OPEN_FILES = "/proc/self/fd";

const openFiles = () =>
  readdirSync(OPEN_FILES).flatMap((name) => {
    try {
      return readlinkSync(join(OPEN_FILES, name));
    } catch {
      // Closed meanwhile.
      return [];
    }
  });

const download = (key: string, slug: string, headers: Record<string, string> = {}, method = "GET") =>
  send(method, `/v1/skills/${slug}/download`, { key, headers });
/** A download whose bytes were all read. */
async function fetched(...[key, slug, headers, method]: Parameters<typeof download>): Promise<Response> {
  const response = await download(key, slug, headers, method);
  await response.arrayBuffer();
  return response;
}
describe("GET /v1/skills/{slug}/download", () => {
  test("a buyer downloads the very bytes, with digest, ETag, ranges and 304", async () => {
    const buyer = await personWith(10);
    const { slug, bytes } = await liveDownload(await person(), {
      pricing_type: "subscription",
      price: 4,
      price_per_call: null,
    });
    const refused = await call("GET", `/v1/skills/${slug}/download`, { key: buyer.key });
    expect([refused.status, refused.body.error.code, refused.body.error.details.price]).toEqual([
      402,
      "purchase_required",
      4,
    ]);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    const whole = await download(buyer.key, slug);
    const sha256 = createHash("sha256").update(bytes).digest();
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(whole.headers.get("repr-digest")).toBe(`sha-256=:${sha256.toString("base64")}:`);
    const etag = whole.headers.get("etag") ?? "";
    expect((await download(buyer.key, slug, { "if-none-match": etag })).status).toBe(304);
    const part = await download(buyer.key, slug, { range: "bytes=10-19" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    const tail = await download(buyer.key, slug, { range: "bytes=-5" });
    expect(Buffer.from(await tail.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true);
    const beyond = await download(buyer.key, slug, { range: "bytes=99999999-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    const head = await download(buyer.key, slug, {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
    expect(await available(buyer)).toBe(6);
  });

  test("a usage-priced package is charged once a day, however often it is fetched or resumed", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveDownload(await person(), { price_per_call: 2.5 });
    expect((await download(buyer.key, slug, {}, "HEAD")).status).toBe(200);
    expect(await available(buyer)).toBe(10);
    for (const headers of [{}, { range: "bytes=5-" }, {}] as Record<string, string>[])
      await (await download(buyer.key, slug, headers)).arrayBuffer();
    expect(await available(buyer)).toBe(7.5);
    const usage = (await call("GET", "/v1/usage", { key: buyer.key })).body.data;
    expect(usage.map(({ kind, cost }) => [kind, cost])).toEqual([
      ["download", 0],
      ["download", 0],
      ["download", 2.5],
    ]);
  });

  test("a free download is resumed and repeated for a day at no charge, and takes one free use", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveDownload(await person(), { price_per_call: 2.5, free_calls: 1 });
    const parts: Record<string, string>[] = [{ range: "bytes=0-99" }, { range: "bytes=100-" }, {}];
    for (const headers of parts) expect((await fetched(buyer.key, slug, headers)).ok).toBe(true);
    expect(await available(buyer)).toBe(10);
    expect((await call("GET", `/v1/skills/${slug}`, { key: buyer.key })).body.access).toMatchObject({
      free_calls_left: 0,
    });
  });

  test("a repeated download keeps the free uses that are left, and its day counts from the first", async () => {
    const buyer = await personWith(10);
    const { id, slug } = await liveDownload(await person(), { price_per_call: 2.5, free_calls: 1 });
    const passHours = (hours: number) =>
      query(
        "test.hours",
        "UPDATE usage_record SET created_at = created_at - make_interval(hours => $2) WHERE skill_id = $1",
        [id, hours],
      );
    await fetched(buyer.key, slug);
    await passHours(23);
    expect([(await fetched(buyer.key, slug)).status, await available(buyer)]).toEqual([200, 10]);
    await passHours(2);
    expect([(await fetched(buyer.key, slug)).status, await available(buyer)]).toEqual([200, 7.5]);
    await passHours(23);
    expect([(await fetched(buyer.key, slug)).status, await available(buyer)]).toEqual([200, 7.5]);
  });

  test("parts of a free download fetched at once take one free use and no credits", async () => {
    const buyer = await personWith(10);
    const { slug, bytes } = await liveDownload(await person(), { price_per_call: 2.5, free_calls: 3 });
    const ranges = Array.from({ length: 8 }, (_, part) => ({ range: `bytes=${part}-${bytes.length - 1}` }));
    const answers = await Promise.all(ranges.map((headers) => fetched(buyer.key, slug, headers)));
    expect([byStatus(answers), await available(buyer)]).toEqual([{ 206: 8 }, 10]);
    expect((await call("GET", `/v1/skills/${slug}`, { key: buyer.key })).body.access).toMatchObject({
      free_calls_left: 2,
    });
  });

  test("what delivers nothing holds nothing, so that no download beside it is free", async () => {
    const { slug, bytes } = await liveDownload(await person(), { price_per_call: 2.5 });
    for (let round = 0; round < 5; round++) {
      const buyer = await personWith(10);
      const empty = () => [
        fetched(buyer.key, slug, {}, "HEAD"),
        fetched(buyer.key, slug, { "if-none-match": "*" }),
        fetched(buyer.key, slug, { range: `bytes=${bytes.length}-` }),
      ];
      const answers = await Promise.all([...empty(), ...empty(), fetched(buyer.key, slug), ...empty()]);
      expect(byStatus(answers)).toEqual({ 200: 4, 304: 3, 416: 3 });
      expect(await available(buyer)).toBe(7.5);
      expect(await prisma().hold.count({ where: { accountId: buyer.id } })).toBe(1);
    }
  });

  test("HEAD and 304 require access to the package, but no credits", async () => {
    const reader = await person();
    const usage = await liveDownload(await person(), { price_per_call: 2.5 });
    expect((await fetched(reader.key, usage.slug, {}, "HEAD")).status).toBe(200);
    expect((await fetched(reader.key, usage.slug)).status).toBe(402);
    const shelf = await liveDownload(await person(), subscription());
    expect((await fetched(reader.key, shelf.slug, {}, "HEAD")).status).toBe(402);
    const refused = await call("GET", `/v1/skills/${shelf.slug}/download`, {
      key: reader.key,
      headers: { "if-none-match": "*" },
    });
    expect([refused.status, refused.body.error.code]).toEqual([402, "purchase_required"]);
  });

  test("concurrent downloads of one account are charged once, also when the balance allows only one", async () => {
    const { slug, bytes } = await liveDownload(await person(), { price_per_call: 2.5 });
    const buyer = await personWith(2.5);
    const ranges = Array.from({ length: 8 }, (_, part) => ({ range: `bytes=${part}-${bytes.length - 1}` }));
    const answers = await Promise.all(ranges.map((headers) => fetched(buyer.key, slug, headers)));
    expect(byStatus(answers)).toEqual({ 206: 8 });
    expect(await available(buyer)).toBe(0);
  });

  test("a download waits for a concurrent one's hold", async () => {
    const skill = await liveDownload(await person(), { price_per_call: 2.5 });
    const buyer = await personWith(10);
    const id = newId();
    const hold = { id, accountId: buyer.id, skillId: skill.id, developerId: skill.id, skillSlug: skill.slug };
    const expiresAt = new Date(Date.now() + 60_000);
    await prisma().hold.create({
      data: { ...hold, amountMicros: 2_500_000n, kind: "download", expiresAt },
    });
    const refused = await call("GET", `/v1/skills/${skill.slug}/download`, { key: buyer.key });
    expect([refused.status, refused.body.error.code]).toEqual([429, "too_many_in_flight"]);
    const waiting = fetched(buyer.key, skill.slug);
    await release(buyer.id, id, { code: "internal" });
    expect((await waiting).status).toBe(200);
    expect(await available(buyer)).toBe(7.5);
    expect((await fetched(buyer.key, skill.slug)).status).toBe(200);
    expect(await available(buyer)).toBe(7.5);
  });

  test("a process that dies while it opens a package lets its buyer try again after half a minute, sweep included", async () => {
    const { slug } = await liveDownload(await person(), { price_per_call: 2.5 });
    const buyer = await personWith(10);
    expect((await fetched(buyer.key, slug)).status).toBe(200);
    const hold = await prisma().hold.findFirstOrThrow({ where: { accountId: buyer.id } });
    expect(hold.expiresAt.getTime() - hold.createdAt.getTime()).toBeLessThanOrEqual(20_000);
  });

  test.skipIf(!existsSync(OPEN_FILES))("what cannot be charged for is closed again", async () => {
    const { slug, bytes } = await liveDownload(await person(), { price_per_call: 2.5 });
    const name = `${createHash("sha256").update(bytes).digest("hex")}.zip`;
    const buyer = await personWith(10);
    const end = await failWrites("usage_record", `NEW.account_id = '${buyer.id}' AND NEW.status = 'succeeded'`);
    try {
      expect((await call("GET", `/v1/skills/${slug}/download`, { key: buyer.key })).status).toBe(500);
    } finally {
      await end();
    }
    expect(openFiles().filter((path) => path.endsWith(name))).toEqual([]);
    expect((await fetched(buyer.key, slug)).status).toBe(200);
    expect(await available(buyer)).toBe(7.5);
  });

  test("what cannot be downloaded says so", async () => {
    const { key } = await person();
    const developer = await person();
    const api = await draftSkill(developer, { submit: true });
    await approve(api.id);
    const answer = await call("GET", `/v1/skills/${api.slug}/download`, { key });
    expect([answer.status, answer.body.error.code]).toEqual([400, "not_downloadable"]);
    expect((await call("GET", "/v1/skills/no-such-skill/download", { key })).status).toBe(404);
    const packageOnly = await liveDownload(developer, { price_per_call: 1 });
    const run = await call("POST", `/v1/skills/${packageOnly.slug}/execute`, { key, body: {} });
    expect(run.body.error.code).toBe("not_executable");
  });
});
