import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleMetrics } from "@/host/metrics";
import { pool } from "@/lib/platform/core/db";
import * as catalog from "@/lib/supply/catalog/following";
import { call } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { administrator, approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { allCounted } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let reader: Person;
let owner: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  [reader, owner] = await Promise.all([personWith(10), person("Grace Hopper")]);
});
afterAll(() => upstream.close());

/** Names its category alone, so that only this file's skills are on its pages. */
const PAGE = "/v1/skills?category=education&limit=100";
const look = async (path = PAGE) => {
  const { body } = await call("GET", path, { key: reader.key });
  return body.data as { slug: string; price_per_call: number; developer: { name: string } }[];
};
const shown = async (slug: string, path = PAGE) => (await look(path)).find((row) => row.slug === slug);
const live = (fields = {}) => liveSkill(owner, { category: "education", ...fields });

describe("a page", () => {
  test("is shown to nobody whose key is none", async () => {
    await live();
    await look();
    expect((await call("GET", PAGE, { key: "sk_live_unknown" })).status).toBe(401);
    expect((await call("GET", PAGE)).status).toBe(401);
  });

  test("follows everything that changes a listing, at the very next look", async () => {
    const administratorKey = (await administrator()).key;
    const { id, slug } = await draftSkill(owner, {
      category: "education",
      submit: true,
      price_per_call: 0.5,
    });
    expect(await shown(slug)).toBeUndefined();
    await approve(id);
    expect(await shown(slug)).toMatchObject({ price_per_call: 0.5 });
    const change = async (method: string, path: string, key: string, body?: object) =>
      expect((await call(method, path, { key, ...(body && { body }) })).status).toBe(200);
    await change("PATCH", `/v1/developer/skills/${id}`, owner.key, { price_per_call: 0.25 });
    expect(await shown(slug)).toMatchObject({ price_per_call: 0.25 });
    await change("PATCH", `/v1/developer/skills/${id}`, owner.key, { name: "Pulse reader" });
    await approve(id);
    expect(await shown(slug)).toMatchObject({ name: "Pulse reader" });
    expect(await shown(slug, "/v1/skills?search=pulse")).toMatchObject({ name: "Pulse reader" });
    const visitor = await signedIn(owner);
    await visitor.api("PATCH", "/v1/account", { body: { name: "Rear Admiral Hopper" } });
    expect(await shown(slug)).toMatchObject({ developer: { name: "Rear Admiral Hopper" } });
    for (let i = 0; i < 3; i++) await run(reader.key, slug);
    await change("PUT", `/v1/skills/${slug}/reviews`, reader.key, { rating: 4 });
    expect(await shown(slug)).toMatchObject({ rating: { average: 4, count: 1 }, call_count: 0 });
    await allCounted();
    expect(await shown(slug)).toMatchObject({ call_count: 3 });
    await change("POST", `/v1/developer/skills/${id}/unlist`, owner.key);
    expect(await shown(slug)).toBeUndefined();
    await change("POST", `/v1/developer/skills/${id}/relist`, owner.key);
    expect(await shown(slug)).toBeDefined();
    await change("POST", `/v1/admin/skills/${id}/suspend`, administratorKey, { reason: "A test." });
    expect(await shown(slug)).toBeUndefined();
    expect(await shown(slug, "/v1/skills?search=pulse")).toBeUndefined();
  });

  test("is right before and after an open transaction that changes it, whichever way that ends", async () => {
    const { id, slug } = await live({ name: "Undecided" });
    for (const end of ["ROLLBACK", "COMMIT"]) {
      const db = await pool().connect();
      await db.query("BEGIN");
      await db.query("UPDATE listing SET developer_name = 'Decided' WHERE skill_id = $1", [id]);
      expect((await shown(slug))?.developer).not.toMatchObject({ name: "Decided" });
      await db.query(end);
      db.release();
      const { name } = (await shown(slug))?.developer ?? {};
      expect(name === "Decided").toBe(end === "COMMIT");
    }
  });

  test("is never older than a change, however many look and change at once", async () => {
    const { id, slug } = await live({ price_per_call: 1 });
    let price = 1;
    const readers = Array.from({ length: 6 }, async () => {
      while (price < 40) {
        const least = price;
        expect((await shown(slug))?.price_per_call).toBeGreaterThanOrEqual(least);
      }
    });
    while (price < 40) {
      const next = price + 1;
      await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: { price_per_call: next } });
      price = next;
    }
    await Promise.all(readers);
  });
});

describe("a cached listing", () => {
  const detail = (slug: string, key = reader.key) => call("GET", `/v1/skills/${slug}`, { key });

  test("is called where its developer wants it called now, at the very next call", async () => {
    const { id, slug } = await live();
    const calledAt = async () => {
      expect((await run(reader.key, slug)).status).toBe(200);
      return upstream.received.at(-1)?.path;
    };
    for (let i = 0; i < 2; i++) expect(await calledAt()).toBe("/ok");
    const change = await call("PATCH", `/v1/developer/skills/${id}`, {
      key: owner.key,
      body: { api_endpoint: upstreamUrl("moved/ok") },
    });
    expect(change.status).toBe(200);
    expect(await calledAt()).toBe("/ok");
    await approve(id);
    // The catalogue of this process knows of the change by then.
    await look();
    expect(await calledAt()).toBe("/moved/ok");
  });

  test("is neither shown nor called once it is suspended or unlisted, and is there again afterwards", async () => {
    const { id, slug } = await live();
    const administratorKey = (await administrator()).key;
    const asOwner = (verb: string) => call("POST", `/v1/developer/skills/${id}/${verb}`, { key: owner.key });
    const asAdministrator = (verb: string) =>
      call("POST", `/v1/admin/skills/${id}/${verb}`, { key: administratorKey, body: { reason: "A test." } });
    for (const [away, back] of [
      [() => asOwner("unlist"), () => asOwner("relist")],
      [() => asAdministrator("suspend"), () => asAdministrator("unsuspend")],
    ] as const) {
      for (let i = 0; i < 2; i++) {
        expect((await detail(slug)).status).toBe(200);
        expect((await run(reader.key, slug)).status).toBe(200);
      }
      expect((await away()).status).toBe(200);
      expect(await shown(slug)).toBeUndefined();
      expect((await detail(slug)).status).toBe(404);
      expect((await run(reader.key, slug)).status).toBe(404);
      expect((await back()).status).toBe(200);
    }
    expect((await detail(slug)).status).toBe(200);
  });

  test("shows each caller what is theirs, and nothing of whoever looked before", async () => {
    const buyer = await personWith(10);
    const { slug } = await live({ pricing_type: "subscription", price: 2, price_per_call: null });
    expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} })).status).toBe(200);
    for (let i = 0; i < 2; i++) {
      expect((await detail(slug, buyer.key)).body.access).toMatchObject({ reason: "purchase", owned: true });
      expect((await detail(slug, owner.key)).body.access).toMatchObject({ reason: "owner", purchase: null });
      expect((await detail(slug)).body.access).toMatchObject({
        reason: "none",
        owned: false,
        purchase: null,
      });
    }
  });
});

test("hits, misses and bytes of the cache of listings are in the metrics", async () => {
  const { slug } = await live();
  const countOf = async (sample: string) => {
    const text = await (await handleMetrics(new Request("http://market.test/metrics"), "127.0.0.1")).text();
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(sample))
        ?.split(" ")[1] ?? 0,
    );
  };
  const requests = (result: string, cache: string) =>
    countOf(`cache_requests_total{cache="${cache}",result="${result}"}`);
  const read = () => call("GET", `/v1/skills/${slug}`, { key: reader.key });
  await read();
  const [hits, misses] = [await requests("hit", "catalog_listings"), await requests("miss", "catalog_listings")];
  await read();
  expect([await requests("hit", "catalog_listings"), await requests("miss", "catalog_listings")]).toEqual([
    hits + 1,
    misses,
  ]);
  expect(await countOf('cache_bytes{cache="catalog_listings"}')).toBeGreaterThan(0);
});

test("after a promotion that lost changes, nothing that was read before counts as current, however many visitors ask", async () => {
  const { id, slug } = await live({ name: "Lost dodo" });
  const name = async () => (await call("GET", `/v1/skills/${slug}`, { key: reader.key })).body.name;
  expect([await name(), await name()]).toEqual(["Lost dodo", "Lost dodo"]);
  const client = await pool().connect();
  // The other server has the same generation for something else.
  await client.query("SET session_replication_role = replica");
  await client.query("UPDATE listing SET name = 'Other moa' WHERE skill_id = $1", [id]);
  await client.query("RESET session_replication_role");
  client.release();
  expect(await name()).toBe("Lost dodo");
  let isOver = false;
  const asking = [1, 2, 3].map(async () => {
    while (!isOver) await catalog.ask({});
  });
  await catalog.readAnew();
  isOver = true;
  await Promise.all(asking);
  expect([await name(), (await shown(slug, "/v1/skills?search=moa"))?.slug]).toEqual(["Other moa", slug]);
});
