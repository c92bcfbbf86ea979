import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { signedIn, type Visitor } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

type Asked = { id: string; url: string; expires_at: string };
type Agent = { buyer: Person; visitor: Visitor; key: string; keyId: string };

/** A buyer with credits, their browser, and a key that needs an approval above half a credit. */
async function agent(fields: object = { ask_above: 0.5 }): Promise<Agent> {
  const buyer = await personWith(100);
  const { body } = await call("POST", "/v1/keys", { key: buyer.key, body: { name: "agent", ...fields } });
  return {
    buyer,
    visitor: await signedIn(buyer),
    key: String(body.api_key),
    keyId: (body.key as { id: string }).id,
  };
}

const skillAt = async (price: number, fields = {}) => liveSkill(await person(), { price_per_call: price, ...fields });

/** The approval that a charge needs. */
async function asked({ key }: Pick<Agent, "key">, slug: string, body: object = { a: 1 }): Promise<Asked> {
  const { status, body: answer } = await run(key, slug, body);
  expect([status, answer.error.code]).toEqual([402, "approval_required"]);
  return answer.error.details.approval as Asked;
}

const decide = ({ visitor }: Pick<Agent, "visitor">, id: string, body: object) =>
  visitor.api("POST", `/v1/approvals/${id}/decision`, { body });
const stateOf = async ({ key }: Pick<Agent, "key">, id: string) =>
  (await call("GET", `/v1/approvals/${id}`, { key })).body.state;
const withApproval = (key: string, slug: string, id: string, body: object = { a: 1 }) =>
  run(key, slug, body, { approval: id });

describe("a charge above a key's threshold", () => {
  test("waits for its owner, who is notified once, and is charged once when repeated ten times", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const approval = await asked(someone, slug);
    expect(await asked(someone, slug)).toEqual(approval);
    expect(approval.url).toMatch(new RegExp(`/approvals/${approval.id}$`));
    const notices = await prisma().notification.findMany({
      where: { accountId: someone.buyer.id, kind: "approval_requested" },
    });
    expect(notices).toHaveLength(1);
    expect((await withApproval(someone.key, slug, approval.id)).status).toBe(402);
    expect((await decide(someone, approval.id, { decision: "approve" })).body).toMatchObject({
      state: "approved",
      scope: "once",
      left: 2,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => withApproval(someone.key, slug, approval.id)));
    expect(byStatus(answers)).toEqual({ 200: 1, 402: 9 });
    expect([await available(someone.buyer), await stateOf(someone, approval.id)]).toEqual([98, "used"]);
  });

  test("a small charge and its owner's browser need none, and an account's threshold is every key's", async () => {
    const someone = await agent({});
    const [cheap, dear] = [await skillAt(0.5), await skillAt(2)];
    expect((await run(someone.key, dear.slug)).status).toBe(200);
    const set = (api: Visitor["api"]) => api("PATCH", "/v1/credits/settings", { body: { ask_above: 0.5 } });
    const refused = await call("PATCH", "/v1/credits/settings", { key: someone.buyer.key, body: { ask_above: null } });
    expect([refused.status, refused.body.error.code]).toEqual([403, "session_required"]);
    expect((await set(someone.visitor.api.bind(someone.visitor))).body).toMatchObject({ ask_above: 0.5 });
    expect((await run(someone.key, cheap.slug)).status).toBe(200);
    await asked(someone, dear.slug);
    await asked({ key: someone.buyer.key }, dear.slug);
    expect((await someone.visitor.api("POST", `/v1/skills/${dear.slug}/execute`, { body: { a: 1 } })).status).toBe(200);
  });

  test("an approval of a skill lasts until its amount is spent, for any parameters", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const { id } = await asked(someone, slug);
    await decide(someone, id, { decision: "approve_skill", amount: 5 });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, a) => withApproval(someone.key, slug, id, { a })));
    expect(byStatus(answers)).toEqual({ 200: 2, 402: 8 });
    expect(await available(someone.buyer)).toBe(96);
  });

  test("a call that fails uses no approval", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2, { api_endpoint: upstreamUrl("5xx") });
    const { id } = await asked(someone, slug);
    await decide(someone, id, { decision: "approve" });
    for (let tries = 0; tries < 2; tries++) expect((await withApproval(someone.key, slug, id)).status).toBe(502);
    expect([await available(someone.buyer), await stateOf(someone, id)]).toEqual([100, "approved"]);
  });

  test("the same Idempotency-Key asks, and is charged once approved", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const key = { "idempotency-key": `approval-${slug}` };
    const first = await run(someone.key, slug, { a: 1 }, key);
    const { id } = first.body.error.details.approval as Asked;
    await decide(someone, id, { decision: "approve" });
    const again = () => run(someone.key, slug, { a: 1 }, { ...key, approval: id });
    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    expect(await available(someone.buyer)).toBe(98);
  });

  test("a purchase names its approval in a field", async () => {
    const someone = await agent();
    const { slug } = await liveSkill(await person(), {
      pricing_type: "subscription",
      price: 5,
      price_per_call: null,
      subscription_interval: "month",
    });
    const buy = (body: object) => call("POST", `/v1/skills/${slug}/purchase`, { key: someone.key, body });
    const { id } = (await buy({})).body.error.details.approval as Asked;
    await decide(someone, id, { decision: "approve" });
    expect((await buy({ approval: id, auto_renew: false })).status).toBe(402);
    expect((await buy({ approval: id })).status).toBe(200);
    expect(await available(someone.buyer)).toBe(95);
  });
});

describe("an approval", () => {
  test("covers neither another key, skill, price, version nor other parameters", async () => {
    const someone = await agent();
    const developer = await person();
    const skill = await liveSkill(developer, { price_per_call: 2 });
    const other = await skillAt(2);
    const { body } = await call("POST", "/v1/keys", { key: someone.buyer.key, body: { name: "b", ask_above: 0.5 } });
    const { id } = await asked(someone, skill.slug);
    await decide(someone, id, { decision: "approve" });
    const tries = [
      withApproval(String(body.api_key), skill.slug, id),
      withApproval(someone.key, other.slug, id),
      withApproval(someone.key, skill.slug, id, { a: 2 }),
      withApproval(someone.key, skill.slug, "no-approval"),
    ];
    expect(byStatus(await Promise.all(tries))).toEqual({ 402: 4 });
    await prisma().listing.update({ where: { slug: skill.slug }, data: { pricePerCallMicros: 3_000_000n } });
    expect((await withApproval(someone.key, skill.slug, id)).status).toBe(402);
    await prisma().listing.update({
      where: { slug: skill.slug },
      data: { pricePerCallMicros: 2_000_000n, revisionNumber: 2 },
    });
    expect((await withApproval(someone.key, skill.slug, id)).status).toBe(402);
    expect(await available(someone.buyer)).toBe(100);
  });

  test("ends with its time and with its key", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const { id } = await asked(someone, slug);
    await decide(someone, id, { decision: "approve" });
    await prisma().approval.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await withApproval(someone.key, slug, id)).status).toBe(402);
    expect(await stateOf(someone, id)).toBe("expired");
    await prisma().approval.update({ where: { id }, data: { expiresAt: new Date(Date.now() + 60_000) } });
    const calls = Array.from({ length: 5 }, () => withApproval(someone.key, slug, id));
    await call("DELETE", `/v1/keys/${someone.keyId}`, { key: someone.buyer.key });
    const charged = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
    expect(charged).toBeLessThanOrEqual(1);
    expect((await withApproval(someone.key, slug, id)).status).toBe(401);
    expect(await available(someone.buyer)).toBe(100 - 2 * charged);
  });

  test("is decided in a session only: a key gets session_required, others 404, a second decision 409", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const { id } = await asked(someone, slug);
    for (const key of [someone.key, someone.buyer.key]) {
      const { status, body } = await call("POST", `/v1/approvals/${id}/decision`, {
        key,
        body: { decision: "approve" },
      });
      expect([status, body.error.code]).toEqual([403, "session_required"]);
    }
    const stranger = { visitor: await signedIn(await person()) };
    expect((await decide(stranger, id, { decision: "approve" })).status).toBe(404);
    const foreign = await someone.visitor.api("POST", `/v1/approvals/${id}/decision`, {
      body: { decision: "approve" },
      headers: { origin: "https://evil.example.com" },
    });
    expect(foreign.status).toBe(403);
    const both = await Promise.all([
      decide(someone, id, { decision: "approve" }),
      decide(someone, id, { decision: "approve_skill", amount: 50 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await decide(someone, id, { decision: "wave" })).status).toBe(400);
    const other = await agent();
    expect((await call("GET", `/v1/approvals/${id}`, { key: other.key })).status).toBe(404);
    expect((await call("GET", `/v1/approvals/${id}`, { key: someone.buyer.key })).status).toBe(404);
    const audited = await prisma().auditEvent.findMany({ where: { subjectId: id } });
    expect(audited.map(({ action }) => action)).toEqual(["approval.decide"]);
  });

  test("that is refused says why, and the same request can't ask again that day", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const { id } = await asked(someone, slug);
    await decide(someone, id, { decision: "refuse", reason: "Too expensive" });
    const { status, body } = await run(someone.key, slug, { a: 1 });
    expect([status, body.error.code, body.error.details.reason]).toEqual([403, "approval_refused", "Too expensive"]);
    await asked(someone, slug, { a: 2 });
    expect((await decide(someone, id, { decision: "approve" })).status).toBe(409);
  });

  test("that was given can be ended before it is used", async () => {
    const someone = await agent();
    const { slug } = await skillAt(2);
    const { id } = await asked(someone, slug);
    await decide(someone, id, { decision: "approve_skill", amount: 10 });
    expect((await withApproval(someone.key, slug, id)).status).toBe(200);
    await decide(someone, id, { decision: "refuse" });
    expect((await withApproval(someone.key, slug, id)).status).toBe(403);
    expect(await available(someone.buyer)).toBe(98);
  });
});

test("a key that needs approvals can't lift its threshold, nor make a key without one", async () => {
  const someone = await agent();
  for (const answer of [
    await call("PATCH", `/v1/keys/${someone.keyId}`, { key: someone.key, body: { ask_above: null } }),
    await call("POST", "/v1/keys", { key: someone.key, body: { name: "free" } }),
  ])
    expect([answer.status, answer.body.error.code]).toEqual([403, "key_scope"]);
  const { body } = await call("GET", "/v1/approvals", { key: someone.key });
  expect(body.data).toEqual([]);
});
