import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { inDownloadSlot } from "@/lib/demand/execution/download-slots";
import { env } from "@/lib/platform/core/env";
import { call, send } from "@/tests/support/api";
import { PATIENT } from "@/tests/support/patience";
import { approve, draftSkill, type Person, person } from "@/tests/support/people";
import { skillZip } from "@/tests/support/zips";

/** More than the sockets between two ends of one machine take in for a reader that reads nothing. */
const BIG_FILES = 3;
const BIG_FILE_BYTES = 6_000_000;

const host = createHost((_, response) => response.end());
let url: string;
let slug: string;
let reader: Person;

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  const developer = await person();
  const skill = await draftSkill(developer, {
    execution_type: "download",
    api_endpoint: null,
    price_per_call: 0,
  });
  const files = Array.from({ length: BIG_FILES }, (_, i) => [`assets/${i}.bin`, randomBytes(BIG_FILE_BYTES)]);
  const put = await call("PUT", `/v1/developer/skills/${skill.id}/package`, {
    key: developer.key,
    raw: new Uint8Array(skillZip({ slug: skill.slug, files: Object.fromEntries(files) })),
    headers: { "content-type": "application/zip" },
  });
  expect(put.status).toBe(200);
  await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body: { submit: true } });
  await approve(skill.id);
  slug = skill.slug;
  reader = await person();
});
afterAll(() => drain(host));

const path = () => `/v1/skills/${slug}/download`;
const open = (key = reader.key) => send("GET", path(), { key, headers: { range: "bytes=0-99999" } });
/** A download that has waited for the slot of one that ends. */
const openAtLast = () =>
  vi.waitFor(async () => {
    const response = await open();
    expect(response.status).toBe(206);
    return response;
  }, PATIENT);
const calls = async () => (await call("GET", "/v1/usage", { key: reader.key })).body.total;

const unread: { cancel: () => Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(unread.splice(0).map((one) => one.cancel()));
});

async function openAll() {
  const bodies: ReadableStream[] = [];
  for (let i = 0; i < env().MAX_IN_FLIGHT; i++) {
    const { status, body } = await open();
    expect(status).toBe(206);
    if (body) bodies.push(body);
  }
  unread.push(...bodies.map((body) => ({ cancel: () => body.cancel().catch(() => {}) })));
  return bodies;
}

describe("downloads that are under way", () => {
  test("count for their account until they are read or dropped; one too many takes nothing, and others go on", async () => {
    const bodies = await openAll();
    const before = await calls();
    const refused = await call("GET", path(), { key: reader.key });
    expect([refused.status, refused.body.error.code]).toEqual([429, "too_many_in_flight"]);
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(await calls()).toBe(before);
    expect((await send("HEAD", path(), { key: reader.key })).status).toBe(200);
    const other = await open((await person()).key);
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([206, 100_000]);

    await bodies[0]?.cancel();
    const next = await openAtLast();
    expect((await open()).status).toBe(429);
    expect((await next.arrayBuffer()).byteLength).toBe(100_000);
    await (await openAtLast()).body?.cancel();
  });

  test("of clients that read nothing and go away leave their slots", async () => {
    const headers = { authorization: `Bearer ${(await person()).key}` };
    const clients = await Promise.all(
      Array.from({ length: env().MAX_IN_FLIGHT }, async () => {
        const request = get(url + path(), { headers, agent: false });
        const [response] = (await once(request, "response")) as [IncomingMessage];
        expect(response.statusCode).toBe(200);
        return request;
      }),
    );
    expect((await fetch(url + path(), { headers })).status).toBe(429);
    for (const client of clients) client.destroy();
    await expect.poll(async () => (await fetch(url + path(), { headers })).status).toBe(200);
  });

  test("end when they take too long, and what they were read from with them", async () => {
    const cancelled = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      // Nothing more comes.
      pull: () => new Promise(() => {}),
      cancel: cancelled,
    });
    const response = await inDownloadSlot("somebody", async () => new Response(endless, { status: 206 }), 1);
    expect(response.status).toBe(206);
    await expect(response.arrayBuffer()).rejects.toMatchObject({ name: "TimeoutError" });
    expect(cancelled).toHaveBeenCalledOnce();
    for (let i = 0; i < env().MAX_IN_FLIGHT; i++)
      await inDownloadSlot("somebody", async () => new Response("whole")).then((one) => one.text());
  });
});
