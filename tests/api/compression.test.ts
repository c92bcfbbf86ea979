import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

const host = createHost((_, response) => response.writeHead(404).end());
const MIN_BYTES = 1_024;
let origin: string;
let someone: Person;
let slug: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  someone = await person();
  ({ slug } = await liveSkill(someone, { readme: "# A readme\n".repeat(100) }));
  await Promise.all([liveSkill(someone), liveSkill(someone)]);
});
afterAll(() => drain(host));

type Options = { key?: string | null; method?: "GET" | "HEAD" | "POST"; body?: string };
/** An answer as it is on the wire. */
async function ask(path: string, headers: Record<string, string> = {}, options: Options = {}) {
  const { key = someone.key, method = "GET", body = null } = options;
  const answer = await request(origin + path, {
    method,
    body,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== null && { "content-type": "application/json" }),
      ...headers,
    },
  });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

const READS = () => ["/v1/skills", `/v1/skills/${slug}`, "/v1/developer/skills", "/v1/openapi.json"];

describe("a JSON answer above 1 KiB", () => {
  test("is compressed as its request asks for, and says the same", async () => {
    for (const path of READS()) {
      const plain = await ask(path);
      expect([path, plain.statusCode, plain.headers["content-encoding"]]).toEqual([path, 200, undefined]);
      expect(plain.bytes.length).toBeGreaterThan(MIN_BYTES);
      for (const [accepted, coding, unpack] of [
        ["gzip", "gzip", gunzipSync],
        ["gzip, deflate, br", "br", brotliDecompressSync],
        ["br;q=0.1, gzip;q=0.9", "gzip", gunzipSync],
        ["*", "br", brotliDecompressSync],
      ] as const) {
        const packed = await ask(path, { "accept-encoding": accepted });
        expect([path, packed.headers["content-encoding"], packed.headers.vary]).toEqual([
          path,
          coding,
          "accept-encoding",
        ]);
        expect(Number(packed.headers["content-length"])).toBe(packed.bytes.length);
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
        expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
      }
      for (const accepted of ["identity", "br;q=0, gzip;q=0", "deflate", ""]) {
        const answer = await ask(path, { "accept-encoding": accepted });
        expect([path, accepted, answer.headers["content-encoding"]]).toEqual([path, accepted, undefined]);
      }
    }
  });

  test("is compressed when it answers a POST or refuses one, too", async () => {
    const wrong = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field_${i}`, 1])));
    const refused = await ask("/v1/developer/skills", { "accept-encoding": "gzip" }, { method: "POST", body: wrong });
    expect([refused.statusCode, refused.headers["content-encoding"]]).toEqual([400, "gzip"]);
    expect(JSON.parse(gunzipSync(refused.bytes).toString()).error.code).toBe("invalid_request");
  });

  test("shorter JSON is sent as it is", async () => {
    const answer = await ask("/v1/balance", { "accept-encoding": "gzip, br" });
    expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, undefined]);
    expect(answer.bytes.length).toBeLessThan(MIN_BYTES);
  });
});

describe("a list, a detail and the document", () => {
  test("answer 304 without a body for a current ETag, compressed or not", async () => {
    // Not /v1/keys: it tells when the key was last used, which these requests change.
    for (const path of [...READS(), "/v1/purchases", "/v1/usage"]) {
      const first = await ask(path, { "accept-encoding": "br" });
      const etag = String(first.headers.etag);
      expect([path, etag]).toEqual([path, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
      for (const known of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
        const again = await ask(path, { "if-none-match": known });
        expect([path, known, again.statusCode, again.bytes.length]).toEqual([path, known, 304, 0]);
        expect(again.headers.etag).toBe(etag);
        expect(again.headers["request-id"]).toMatch(/^req_/);
        expect(again.headers["content-type"]).toBeUndefined();
      }
      expect((await ask(path, { "if-none-match": 'W/"other"' })).statusCode).toBe(200);
    }
  });

  test("have another ETag once they say something else", async () => {
    const draft = await draftSkill(someone);
    const path = `/v1/developer/skills/${draft.id}`;
    const etag = String((await ask(path)).headers.etag);
    await call("PATCH", path, { key: someone.key, body: { name: "Another name" } });
    const changed = await ask(path, { "if-none-match": etag });
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
  });

  test("require access, whatever ETag the request has", async () => {
    const etag = String((await ask("/v1/keys")).headers.etag);
    expect((await ask("/v1/keys", { "if-none-match": etag }, { key: null })).statusCode).toBe(401);
    const other = await person();
    expect((await ask("/v1/keys", { "if-none-match": etag }, { key: other.key })).statusCode).toBe(200);
  });

  test("HEAD has the headers of GET and no body", async () => {
    const path = `/v1/skills/${slug}`;
    const [get, head] = [await ask(path), await ask(path, {}, { method: "HEAD" })];
    expect([head.statusCode, head.headers.etag, head.bytes.length]).toEqual([200, get.headers.etag, 0]);
    const known = await ask(path, { "if-none-match": String(get.headers.etag) }, { method: "HEAD" });
    expect(known.statusCode).toBe(304);
  });
});

test("lists are revalidated, secrets and health are never stored, and the document is public for a minute", async () => {
  const draft = await draftSkill(someone);
  for (const [path, cache] of [
    ["/v1/skills", "private, no-cache"],
    [`/v1/skills/${slug}`, "private, no-cache"],
    [`/v1/developer/skills/${draft.id}/secret`, "no-store"],
    ["/v1/health", "no-store"],
    ["/v1/openapi.json", "public, max-age=60"],
  ] as const) {
    const { headers } = await ask(path);
    expect([path, headers["cache-control"]]).toEqual([path, cache]);
    if (cache === "no-store") expect([path, headers.etag]).toEqual([path, undefined]);
  }
});
