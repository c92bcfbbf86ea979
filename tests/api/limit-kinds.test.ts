import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { prisma } from "@/lib/platform/core/db";
import { BUCKETS, type BucketName, WINDOWS } from "@/lib/platform/ratelimit/policy";
import { type Answer, call } from "@/tests/support/api";
import { processCount } from "@/tests/support/cluster";
import { startProcessor } from "@/tests/support/payments";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { signedIn } from "@/tests/support/visitor";
import { beginEarlyInWindow } from "@/tests/support/windows";

beginEarlyInWindow();

// Before the first request, which other processes are started for: they are told where it is.
let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

/**
 * Asks until a bucket is empty, of which `taken` was taken before; it refills while a slow machine asks, so what passes
 * is measured against the clock. A process that has just begun counts by itself for a moment.
 */
async function emptied(name: BucketName, ask: (turn: number) => Promise<Answer>, taken = 0) {
  const { perSecond, burst } = BUCKETS[name];
  const startedAt = performance.now();
  const answers: Answer[] = [];
  for (let round = 0; round < 10 && !answers.some(({ status }) => status === 429); round++) {
    const turns = Array.from({ length: burst }, (_, i) => round * burst + i);
    answers.push(...(await Promise.all(turns.map(ask))));
  }
  const passed = answers.filter(({ status }) => status !== 429);
  const refilled = Math.ceil((perSecond * (performance.now() - startedAt)) / 1000);
  expect(passed.length).toBeGreaterThanOrEqual(burst - taken);
  expect(passed.length).toBeLessThanOrEqual((burst + refilled) * processCount - taken);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.status, refused?.body.error.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expectNamed(refused, name);
  return { passed, refused };
}

/** What a throttled answer says of its limit. */
function expectNamed(answer: Answer | undefined, name: BucketName): void {
  const { perSecond, burst } = BUCKETS[name];
  expect(answer?.headers.get("ratelimit-policy")).toBe(`"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`);
  expect(answer?.headers.get("ratelimit")).toMatch(new RegExp(`^"${name}";r=\\d+;t=\\d+$`));
}

const newKey = (key: string) => call("POST", "/v1/keys", { key, body: { name: "one of many" } });

test("an account makes twenty keys an hour, whichever key asks for them; none is made beyond", async () => {
  const [busy, calm] = [await person(), await person()];
  const second = String((await newKey(busy.key)).body.api_key);
  const { passed } = await emptied("newKey", (turn) => newKey(turn % 2 === 0 ? busy.key : second), 1);
  expect(passed.every(({ status }) => status === 200)).toBe(true);
  // With the one that it registered with, and the second one.
  expect(await prisma().apiKey.count({ where: { accountId: busy.id } })).toBe(passed.length + 2);
  const other = await newKey(calm.key);
  expect(other.status).toBe(200);
  expectNamed(other, "newKey");
});

test("an account reports ten skills an hour; nothing is stored beyond", async () => {
  const [busy, calm] = [await person(), await person()];
  const skills = await Promise.all(Array.from({ length: 12 }, async () => liveSkill(await person())));
  const report = ({ key }: Person, turn: number) =>
    call("POST", `/v1/skills/${skills[turn % skills.length]?.slug}/reports`, {
      key,
      body: { kind: "broken", text: "It answers nothing." },
    });
  const { passed } = await emptied("report", (turn) => report(busy, turn));
  const stored = passed.filter(({ status }) => status === 200).length;
  expect(await prisma().skillReport.count({ where: { reporterId: busy.id } })).toBe(stored);
  expect((await report(calm, 0)).status).toBe(200);
});

test("an administrator's test calls are limited like a developer's", async () => {
  const [admin, other] = [await administrator(), await administrator()];
  const { id } = await draftSkill(await person(), { execution_type: "download", api_endpoint: null });
  const probe = (key: string) => call("POST", `/v1/admin/skills/${id}/probe`, { key, body: {} });
  const { passed } = await emptied("probe", () => probe(admin.key));
  expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([400]));
  expect((await probe(other.key)).status).toBe(400);
});

test("top-ups and purchases share one bucket of their account", async () => {
  const [busy, calm] = [await person(), await person()];
  const buy = ({ key }: Person) => call("POST", "/v1/skills/no-such-skill/purchase", { key });
  const topup = ({ key }: Person) => call("POST", "/v1/credits/topup", { key, body: { amount: 10 } });
  const { passed } = await emptied("spend", (turn) => (turn % 2 === 0 ? buy(busy) : topup(busy)));
  expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect(await prisma().topupOrder.count({ where: { accountId: busy.id } })).toBe(
    passed.filter(({ status }) => status === 200).length,
  );
  expectNamed(await topup(calm), "spend");
});

test("an email address is registered ten times an hour at most, from wherever it is tried", async () => {
  const { email } = await person();
  const register = (turn: number, of = email) =>
    call("POST", "/v1/auth/register", {
      address: `198.51.100.${100 + turn}`,
      body: { email: of, password: "a long password" },
    });
  const tried: string[] = [];
  for (let turn = 0; turn < WINDOWS.register.most; turn++) tried.push((await register(turn)).body.error.code);
  expect(new Set(tried)).toEqual(new Set(["email_taken"]));
  const refused = await register(50);
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
  expect((await register(51, `other-${email}`)).status).toBe(200);
});

test("a session has a bucket like a key's, and nobody one of their address; both are told", async () => {
  const browser = await signedIn(await person());
  expectNamed(await browser.api("GET", "/v1/categories"), "account");
  const nobody = await call("GET", "/v1/categories", { address: "198.51.100.200" });
  expect(nobody.status).toBe(401);
  expectNamed(nobody, "address");
  const unlimited = await call("GET", "/v1/health", { address: "198.51.100.200" });
  expect([unlimited.headers.get("ratelimit"), unlimited.headers.get("ratelimit-policy")]).toEqual([null, null]);
});

test("a seller publishes three advisories a day about a skill; beyond, nothing is stored, and other skills have their own", async () => {
  const owner = await person();
  const [busy, calm] = [await liveSkill(owner), await liveSkill(owner)];
  const advise = ({ id }: { id: string }) =>
    call("POST", `/v1/developer/skills/${id}/advisories`, {
      key: owner.key,
      body: { severity: "low", summary: "Counts wrong", action: "Wait." },
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < BUCKETS.adviseSkill.burst + 2; turn++) statuses.push((await advise(busy)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await prisma().advisory.count({ where: { skillId: busy.id } })).toBe(3);
  expect((await advise(calm)).status).toBe(200);
});

test("a skill announces five price rises a day; beyond, nothing changes and nobody is notified", async () => {
  const [owner, buyer] = [await person(), await person()];
  const free = {
    pricing_type: "subscription",
    price: 0,
    price_per_call: null,
    subscription_interval: "month",
  };
  const { id, slug } = await liveSkill(owner, free);
  expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key })).status).toBe(200);
  const announce = (turn: number) =>
    call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: { price: 1 + turn } });
  const answers: Answer[] = [];
  for (let turn = 0; turn < BUCKETS.announce.burst + 2; turn++) answers.push(await announce(turn));
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([BUCKETS.announce.burst, 2]);
  expect(refused[0]?.body.error.code).toBe("rate_limited");
  const { body } = await call("GET", "/v1/notifications?limit=100", { key: buyer.key });
  expect(body.data.filter(({ kind }) => kind === "price_rise")).toHaveLength(passed.length);
  // A fall, and the cancellation that it is, needs no announcement.
  const fall = await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: { price: 0 } });
  expect([fall.status, fall.body.price_change]).toEqual([200, null]);
});
