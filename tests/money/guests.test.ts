import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
let admin: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  [developer, admin] = [await person("Developer"), await administrator()];
});
afterAll(() => upstream.close());
afterEach(async () => {
  await prisma().siteSettings.deleteMany();
});

type Body = {
  token: string | null;
  left: number;
  message: string | null;
  result: unknown;
  error: { code: string; param: string | null; details: { limit: string } };
};
const ask = async (method: string, path: string, options: Parameters<typeof send>[2]) => {
  const response = await send(method, path, options);
  return { status: response.status, body: (await response.json()) as Body };
};

let visitors = 0;
/** A visitor nobody else is, in a network of their own. */
const newVisitor = () => `10.${Math.floor(++visitors / 200)}.${visitors % 200}.7`;
const offer = (slug: string, address: string) => ask("GET", `/try/${slug}`, { address });
const send1 = (slug: string, address: string, token: string | null, parameters: object = { text: "a b" }) =>
  ask("POST", `/try/${slug}`, { address, body: { token, parameters } });
const tryOnce = async (slug: string, address: string) =>
  send1(slug, address, (await offer(slug, address)).body.token ?? "none");
const refusedBy = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [
  status,
  body.error?.code,
  body.error?.details?.limit,
];
const freeSkill = (fields = {}) => liveSkill(developer, { price_per_call: 0.5, free_calls: 5, ...fields });
const settings = (body: object) => call("PATCH", "/v1/admin/settings", { key: admin.key, body });
const callsOf = (slug: string) => upstream.received.filter(({ headers }) => headers["x-skill-slug"] === slug);
const columnOf = async (sql: string, values: unknown[] = []) =>
  (await pool().query<{ value: unknown }>(sql, values)).rows.map(({ value }) => value);

describe("a visitor's call", () => {
  test("needs no account, is free, and counts for nobody but the developer", async () => {
    const { id, slug } = await freeSkill();
    const visitor = newVisitor();
    expect((await offer(slug, visitor)).body).toMatchObject({ token: expect.any(String), left: 3, message: null });
    const answered = await tryOnce(slug, visitor);
    expect([answered.status, answered.body.result]).toEqual([200, { echo: { text: "a b" } }]);
    expect(callsOf(slug)[0]?.headers).toMatchObject({
      "webhook-signature": expect.stringMatching(/^v1,/),
      "x-caller-id": expect.stringMatching(/^caller_/),
    });
    for (const table of ["usage_record", "hold", "free_call_use"])
      expect(await columnOf(`SELECT count(*)::int AS value FROM ${table} WHERE skill_id = $1`, [id])).toEqual([0]);
    await rollUpAll("analytics");
    const { body } = await call("GET", `/v1/developer/skills/${id}/analytics`, { key: developer.key });
    expect(body.totals).toMatchObject({ guest_calls: 1, calls: 0, failures: 0, tried: 0, buyers: 0 });
    const seen = (await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body;
    expect(seen).toMatchObject({ call_count: 0, trust: { calls: 0, callers: 0 } });
  });

  test("is once a skill and three a day in all; another visitor has their own, and nothing stored has an address", async () => {
    const skills = [await freeSkill(), await freeSkill(), await freeSkill(), await freeSkill()];
    const slugs = skills.map(({ slug }) => slug) as [string, string, string, string];
    const visitor = newVisitor();
    expect((await tryOnce(slugs[0], visitor)).status).toBe(200);
    expect((await offer(slugs[0], visitor)).body).toMatchObject({ token: null, left: 2 });
    expect((await tryOnce(slugs[1], visitor)).status).toBe(200);
    const [early, late] = [await offer(slugs[3], visitor), await offer(slugs[2], visitor)];
    expect((await send1(slugs[2], visitor, late.body.token)).status).toBe(200);
    expect(refusedBy(await send1(slugs[3], visitor, early.body.token))).toEqual([
      429,
      "guest_limit_reached",
      "visitor",
    ]);
    expect((await offer(slugs[3], visitor)).body).toMatchObject({
      token: null,
      left: 0,
      message: expect.stringMatching(/3 free/),
    });
    const other = newVisitor();
    expect((await tryOnce(slugs[0], other)).status).toBe(200);
    const [first, second] = callsOf(slugs[0]).map(({ headers }) => headers["x-caller-id"]);
    expect(first).not.toBe(second);
    const stored = await columnOf(
      "SELECT bucket || ' ' || subject AS value FROM rate_counter WHERE bucket LIKE 'guest%'",
    );
    expect(stored.length).toBeGreaterThan(5);
    expect(stored.filter((text) => String(text).includes("10."))).toEqual([]);
  });

  test("runs the tools of a skill that only read, while their first call is free", async () => {
    const http = { http: { method: "POST", path: "/ok", body: "json" } };
    const read_only = { annotations: { read_only: true } };
    const operations = [
      { name: "read", ...http, ...read_only },
      { name: "write", ...http },
      { name: "secret", ...http, ...read_only, hidden: true },
      { name: "dear", ...http, ...read_only },
    ];
    const api_endpoint = upstreamUrl("ok").replace(/\/ok$/, "");
    const tools = { operations, api_endpoint, operation_prices: { dear: 1 } };
    const [open, priced, changing] = [
      await freeSkill(tools),
      await freeSkill({ ...tools, price_per_call: 0, free_calls: 0 }),
      await freeSkill({ ...tools, operations: [operations[1]], operation_prices: {} }),
    ];
    const use = async ({ slug }: { slug: string }, tool?: string) => {
      const visitor = newVisitor();
      const { token } = (await offer(slug, visitor)).body;
      const made = await ask("POST", `/try/${slug}`, { address: visitor, body: { token, tool, parameters: {} } });
      return [made.status, made.body.error?.code ?? made.body.result];
    };
    expect(await use(open, "read")).toEqual([200, { echo: {} }]);
    expect(await use(open, "dear")).toEqual([200, { echo: {} }]);
    expect(await use(open, "write")).toEqual([403, "forbidden"]);
    expect(await use(open, "secret")).toEqual([404, "not_found"]);
    expect(await use(open)).toEqual([400, "not_executable"]);
    // A tool with a price of its own costs it where there are no free calls.
    expect(await use(priced, "read")).toEqual([200, { echo: {} }]);
    expect(await use(priced, "dear")).toEqual([403, "forbidden"]);
    expect((await offer(changing.slug, newVisitor())).status).toBe(403);
  });

  test("of twenty at once is one, however many tokens its visitor has taken", async () => {
    const { slug } = await freeSkill();
    const visitor = newVisitor();
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await offer(slug, visitor)).body.token));
    const statuses = (await Promise.all(tokens.map((token) => send1(slug, visitor, token)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(429)]);
    expect(callsOf(slug)).toHaveLength(1);
  });

  test("of addresses of one IPv6 network is one visitor's; their site is one network", async () => {
    const { slug } = await freeSkill();
    await settings({ guest_calls_per_network: 2 });
    expect((await tryOnce(slug, "2001:db8:7:1::1")).status).toBe(200);
    const elsewhere = await offer(slug, "2001:db8:7:2::1");
    expect((await offer(slug, "2001:db8:7:1::2")).body.token).toBeNull();
    expect((await tryOnce(slug, "2001:db8:7:3::1")).status).toBe(200);
    const refused = await send1(slug, "2001:db8:7:2::1", elsewhere.body.token);
    expect(refusedBy(refused)).toEqual([429, "guest_limit_reached", "network"]);
  });

  test("is bounded by skill and in all, by settings; zero ends them", async () => {
    const [{ slug }, { slug: other }] = [await freeSkill(), await freeSkill()];
    await settings({ guest_calls_per_skill: 1 });
    const late = newVisitor();
    const { token } = (await offer(slug, late)).body;
    expect((await tryOnce(slug, newVisitor())).status).toBe(200);
    expect(refusedBy(await send1(slug, late, token))).toEqual([429, "guest_limit_reached", "skill"]);
    const [used = 0] = await columnOf("SELECT count AS value FROM rate_counter WHERE bucket = 'guest:all'");
    await settings({ guest_calls_per_day: Number(used) });
    expect((await offer(other, newVisitor())).body).toMatchObject({
      token: null,
      message: expect.stringMatching(/marketplace/),
    });
    await settings({ guest_calls_per_day: 0 });
    expect(refusedBy(await offer(other, newVisitor()))).toEqual([403, "forbidden", undefined]);
  });
});

describe("a visitor's call is refused", () => {
  const refusals: [string, () => Promise<{ slug: string }>, [number, string]][] = [
    ["for a skill that does not exist", async () => ({ slug: "no-such-skill" }), [404, "not_found"]],
    ["for one that is paid from its first call", () => freeSkill({ free_calls: 0 }), [403, "forbidden"]],
    ["for a subscription", () => liveSkill(developer, subscription({ price: 2 })), [403, "forbidden"]],
    [
      "where the developer does not allow it",
      async () => {
        const skill = await freeSkill();
        const path = `/v1/developer/skills/${skill.id}/guest-calls`;
        expect((await call("GET", path, { key: developer.key })).body).toEqual({ allowed: true });
        const stranger = await person();
        expect((await call("PUT", path, { key: stranger.key, body: { allowed: false } })).status).toBe(404);
        await call("PUT", path, { key: developer.key, body: { allowed: false } });
        expect((await call("GET", path, { key: developer.key })).body).toEqual({ allowed: false });
        return skill;
      },
      [403, "forbidden"],
    ],
    [
      "for one from before its developer was asked",
      async () => {
        const skill = await freeSkill();
        // As the migration left them.
        await prisma().skill.update({ where: { id: skill.id }, data: { guestCalls: false } });
        return skill;
      },
      [403, "forbidden"],
    ],
  ];
  test.each(refusals)("%s", async (_, make, [status, code]) => {
    const { slug } = await make();
    const visitor = newVisitor();
    for (const answered of [await offer(slug, visitor), await send1(slug, visitor, "1.2.3")])
      expect([answered.status, answered.body.error.code]).toEqual([status, code]);
    expect(callsOf(slug)).toHaveLength(0);
  });

  test("without a token of this page, this visitor and this skill, and with one that was used", async () => {
    const [{ slug }, { slug: other }] = [await freeSkill(), await freeSkill()];
    const visitor = newVisitor();
    const { token } = (await offer(slug, visitor)).body;
    const [until, nonce, signature] = String(token).split(".");
    const wrong: [string, string, string | null][] = [
      [slug, visitor, "none"],
      [slug, visitor, `${Number(until) + 1}.${nonce}.${signature}`],
      [slug, newVisitor(), token],
      [other, visitor, token],
    ];
    for (const [at, by, sent] of wrong) {
      const { status, body } = await send1(at, by, sent);
      expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_request", "token"]);
    }
    expect((await send1(slug, visitor, token)).status).toBe(200);
    expect((await send1(slug, visitor, token)).body.error.param).toBe("token");
    expect(callsOf(slug)).toHaveLength(1);
    const foreign = await ask("GET", `/try/${slug}`, {
      address: visitor,
      headers: { origin: "https://elsewhere.example" },
    });
    expect(refusedBy(foreign)).toEqual([403, "bad_origin", undefined]);
  });

  test("with wrong parameters, by their names, and its token stays good", async () => {
    const api_schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    const { slug } = await freeSkill({ api_schema });
    const visitor = newVisitor();
    const { token } = (await offer(slug, visitor)).body;
    const { status, body } = await send1(slug, visitor, token, { text: 1 });
    expect([status, body.error.param]).toEqual([400, "text"]);
    expect((await send1(slug, visitor, token)).status).toBe(200);
  });

  test("when the skill leaves, ends its free calls or is closed to visitors between page and call", async () => {
    const changes: [(id: string) => Promise<unknown>, number][] = [
      [(id) => call("POST", `/v1/developer/skills/${id}/unlist`, { key: developer.key }), 404],
      [(id) => call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { free_calls: 0 } }), 403],
      [
        (id) => call("PUT", `/v1/developer/skills/${id}/guest-calls`, { key: developer.key, body: { allowed: false } }),
        403,
      ],
    ];
    for (const [change, status] of changes) {
      const { id, slug } = await freeSkill();
      const visitor = newVisitor();
      const { token } = (await offer(slug, visitor)).body;
      await change(id);
      expect((await send1(slug, visitor, token)).status).toBe(status);
      expect(callsOf(slug)).toHaveLength(0);
    }
  });
});

test("a call that fails at the endpoint is the visitor's again, counts for the skill, and opens nobody's circuit breaker", async () => {
  const { id, slug } = await freeSkill({ api_endpoint: upstreamUrl("5xx") });
  await settings({ guest_calls_per_skill: 12 });
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    const visitor = newVisitor();
    for (let again = 0; again < 3; again++) statuses.push((await tryOnce(slug, visitor)).status);
    expect((await offer(slug, visitor)).body.left).toBe(3);
  }
  expect(new Set(statuses)).toEqual(new Set([502]));
  expect((await offer(slug, newVisitor())).body.message).toMatch(/^This skill's free calls/);
  const buyer = await personWith(10);
  const failed = (await run(buyer.key, slug)).body.error;
  expect([failed.code, failed.details.reason]).toEqual(["upstream_failed", "status"]);
  await rollUpAll("analytics");
  const { body } = await call("GET", `/v1/developer/skills/${id}/analytics`, { key: developer.key });
  expect(body.totals).toMatchObject({ guest_calls: 0, failures: 1 });
});
