import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { organization, type TestOrganization } from "@/tests/support/organizations";
import { administrator, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";

/** Rows of a page unless told, where the specification or the contract says so. */
const DEFAULTS: Record<string, number> = {
  "/v1/skills": 20,
  "/v1/purchases": 50,
  "/v1/usage": 50,
  "/v1/admin/skills": 50,
};
type Parameter = { name: string; in: string; schema: { default?: number } };
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
const listings = Object.entries<{ get?: { parameters?: Parameter[] } }>(document.paths).flatMap(([path, { get }]) => {
  const limit = get?.parameters?.find((parameter) => parameter.in === "query" && parameter.name === "limit");
  return limit ? [{ path, described: limit.schema.default ?? 0 }] : [];
});

let admin: Person;
let skill: TestSkill;
let webhook: string;
let acme: TestOrganization;
beforeAll(async () => {
  admin = await administrator();
  skill = await liveSkill(admin);
  acme = await organization();
  const body = { url: "https://example.com/hooks", events: ["call.failed"] };
  const { id } = (await call("POST", "/v1/webhooks", { key: admin.key, body })).body;
  webhook = id;
});

const ask = (path: string, search: string) => {
  if (path.startsWith("/v1/organizations/"))
    return acme.owner.visitor.api("GET", `${path.replace("{handle}", acme.handle)}${search}`);
  const target = path
    .replace("{slug}", skill.slug)
    .replace("{id}", path.startsWith("/v1/webhooks") ? webhook : skill.id);
  return call("GET", `${target}${search}`, { key: admin.key });
};

describe("every paged listing", () => {
  test("there are many, those of the specification among them", () => {
    expect(listings.length).toBeGreaterThan(12);
    expect(listings.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(DEFAULTS)));
  });

  test.each(listings)("$path has its size, at most 100 rows, and clamps nothing", async ({ path, described }) => {
    const usual = await ask(path, "");
    expect([usual.status, usual.body.limit, usual.body.offset]).toEqual([200, described, 0]);
    expect(usual.body.limit).toBe(DEFAULTS[path] ?? described);
    const largest = await ask(path, "?limit=100&offset=1000000000");
    expect([largest.status, largest.body.limit, largest.body.data, largest.body.has_more]).toEqual([
      200,
      100,
      [],
      false,
    ]);
    for (const [search, param] of [
      ["limit=101", "limit"],
      ["limit=0", "limit"],
      ["limit=-1", "limit"],
      ["limit=1.5", "limit"],
      ["offset=-1", "offset"],
      ["offset=x", "offset"],
    ]) {
      const { status, body } = await ask(path, `?${search}`);
      expect([search, status, body.error?.param]).toEqual([search, 400, param]);
    }
  });

  test.each(listings)("$path tells the same total on every page, past its end too", async ({ path }) => {
    const { total } = (await ask(path, "?limit=1")).body;
    for (const offset of [Number(total), 5_000])
      expect((await ask(path, `?limit=1&offset=${offset}`)).body).toMatchObject({ data: [], total });
  });
});

describe("a listing of more than 10,000 rows", () => {
  const used = (who: Person, count: number) => prisma()
    .$executeRaw`INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
      SELECT gen_random_uuid(), ${who.id}::uuid, gen_random_uuid(), 'one', gen_random_uuid(), 'execute', 'succeeded', 0, true, 5, now() FROM generate_series(1, ${count}::int)`;
  const usage = async (who: Person, search = "") =>
    (await call("GET", `/v1/usage?limit=100${search}`, { key: who.key })).body;

  test("has an exact total up to 10,000, and says so when there are more", async () => {
    const who = await person();
    await used(who, 10_000);
    const exact = await usage(who);
    expect([exact.total, exact.total_capped, exact.has_more]).toEqual([10_000, undefined, true]);
    const end = await usage(who, "&offset=9900");
    expect([end.data.length, end.has_more]).toEqual([100, false]);
    await used(who, 51);
    const capped = await usage(who);
    expect([capped.total, capped.total_capped, capped.has_more]).toEqual([10_000, true, true]);
    const beyond = await usage(who, "&offset=9900");
    expect([beyond.data.length, beyond.has_more]).toEqual([100, true]);
    const last = await usage(who, "&offset=10000");
    expect([last.data.length, last.total, last.total_capped, last.has_more]).toEqual([51, 10_000, true, false]);
  });
});
