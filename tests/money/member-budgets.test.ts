import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { prisma, query } from "@/lib/platform/core/db";
import { byStatus, concurrently, expectSound, run, subscription } from "@/tests/support/money";
import {
  actingFor,
  fund,
  keyOf,
  member,
  organization,
  type Signed,
  type TestOrganization,
  verified,
} from "@/tests/support/organizations";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const put = (acme: TestOrganization, body: object, by: Signed = acme.owner) =>
  by.visitor.api("PUT", "/v1/budgets", { headers: actingFor(acme), body });
const budgetOf = ({ person }: Signed, amount: number, period = "month") => ({
  kind: "member",
  member_id: person.id,
  amount,
  period,
});
const spentOf = async (acme: TestOrganization) =>
  (await acme.owner.visitor.api("GET", "/v1/budgets", { headers: actingFor(acme) })).body.data.map(
    ({ kind, name, spent }) => [kind, name, spent],
  );

const creditsOf = async (acme: TestOrganization) =>
  Number((await acme.owner.visitor.api("GET", "/v1/balance", { headers: actingFor(acme) })).body.available);

/** An organization with credits, and a member with a key. */
async function team(credits = 100) {
  const acme = await organization();
  await fund(acme, credits);
  const worker = await member(acme, "member");
  return { acme, worker, key: (await keyOf(acme, worker)).key };
}

describe("a member's budget", () => {
  test("holds all of their keys and their browser together, and no one else", async () => {
    const { acme, worker, key } = await team();
    const second = (await keyOf(acme, worker)).key;
    const colleague = (await keyOf(acme, await member(acme, "member"))).key;
    const { slug } = await liveSkill(await person(), { price_per_call: 1 });
    const sold = await liveSkill(await person(), subscription({ price: 2 }));
    expect((await put(acme, budgetOf(worker, 4))).status).toBe(200);
    expect((await run(key, slug)).status).toBe(200);
    expect((await run(second, slug)).status).toBe(200);
    const path = `/v1/skills/${sold.slug}/purchase`;
    const bought = await worker.visitor.api("POST", path, { headers: actingFor(acme), body: {} });
    expect(bought.status).toBe(200);
    const refused = await run(key, slug);
    expect(refused.body.error).toMatchObject({
      code: "budget_reached",
      details: {
        limit: { kind: "member", name: worker.person.name, amount: 4, spent: 4, may_raise: ["owner", "billing"] },
      },
    });
    expect((await run(colleague, slug)).status).toBe(200);
    expect(await spentOf(acme)).toEqual([["member", worker.person.name, 4]]);
    await expectSound();
  });

  test("cannot be overspent by parallel calls under five budgets, and the first that blocks is named", async () => {
    const { acme, worker, key } = await team();
    const other = (await keyOf(acme, worker)).key;
    const { slug } = await liveSkill(await person(), { price_per_call: 1 });
    const mine = await keyOf(acme, worker);
    for (const body of [
      { kind: "account", amount: 50, period: "day" },
      { kind: "account", amount: 60, period: "month" },
      budgetOf(worker, 7, "week"),
      { kind: "key", key_id: mine.id, amount: 40, period: "total" },
      { kind: "skill", skill: slug, amount: 30, period: "total" },
    ])
      expect((await put(acme, body)).status).toBe(200);
    const answers = await concurrently(30, 15, (index) => run([key, other, mine.key][index % 3] ?? key, slug));
    expect(byStatus(answers)).toEqual({ 200: 7, 402: 23 });
    const kinds = answers.flatMap(({ status, body }) =>
      status === 402 ? [(body.error.details.limit as { kind: string }).kind] : [],
    );
    expect(new Set(kinds)).toEqual(new Set(["member"]));
    expect(await creditsOf(acme)).toBe(93);
    await expectSound();
  });

  test("counts renewals of what the member bought, and ends with the membership", async () => {
    const { acme, worker } = await team();
    const sold = await liveSkill(await person(), subscription({ price: 2, subscription_interval: "day" }));
    await put(acme, budgetOf(worker, 3, "total"));
    const path = `/v1/skills/${sold.slug}/purchase`;
    const headers = actingFor(acme);
    expect((await worker.visitor.api("POST", path, { headers, body: {} })).status).toBe(200);
    expect(await prisma().purchase.findFirst({ where: { buyerId: acme.id } })).toMatchObject({
      personId: worker.person.id,
    });
    await query(
      "test.due",
      `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
         current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
      [acme.id],
    );
    await renewDue();
    const [kept] = await prisma().purchase.findMany({ where: { buyerId: acme.id } });
    expect(kept?.status).toBe("expired");
    const gone = `/v1/organizations/${acme.handle}/members/${worker.person.id}`;
    expect((await acme.owner.visitor.api("DELETE", gone)).status).toBe(200);
    expect(await spentOf(acme)).toEqual([]);
  });

  test("is set by owners and billing, for members only", async () => {
    const { acme, worker } = await team();
    expect((await put(acme, budgetOf(worker, 1), worker)).status).toBe(403);
    expect((await put(acme, budgetOf(worker, 1), await member(acme, "billing"))).status).toBe(200);
    const stranger = await put(acme, budgetOf(await verified(), 1));
    expect([stranger.status, stranger.body.error.param]).toEqual([400, "member_id"]);
    const own = await worker.visitor.api("PUT", "/v1/budgets", { body: budgetOf(worker, 1) });
    expect([own.status, own.body.error.param]).toEqual([400, "member_id"]);
  });

  test("is set and removed by the organization's path, too, and each change is in its audit log", async () => {
    const { acme, worker } = await team();
    const path = `/v1/organizations/${acme.handle}/budgets`;
    const { visitor } = acme.owner;
    const set = await visitor.api("PUT", path, { body: budgetOf(worker, 3) });
    expect([set.status, set.body]).toMatchObject([200, { kind: "member", amount: 3 }]);
    expect((await worker.visitor.api("GET", path)).body.data).toMatchObject([{ id: set.body.id }]);
    expect((await worker.visitor.api("DELETE", `${path}/${set.body.id}`)).status).toBe(403);
    expect((await (await verified()).visitor.api("GET", path)).status).toBe(404);
    expect((await visitor.api("DELETE", `${path}/${set.body.id}`)).status).toBe(200);
    expect((await visitor.api("DELETE", `${path}/${set.body.id}`)).status).toBe(404);
    const log = await visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=budget`);
    expect(log.body.data.map(({ action }) => action)).toEqual(["budget.remove", "budget.set"]);
  });

  test("is beside what each member has spent", async () => {
    const { acme, worker, key } = await team();
    const { slug } = await liveSkill(await person(), { price_per_call: 1 });
    await run(key, slug);
    const headers = actingFor(acme);
    const { body } = await acme.owner.visitor.api("GET", "/v1/usage/spending?by=member", { headers });
    expect(body.data).toEqual([{ subject: worker.person.id, name: worker.person.name, spent: 1 }]);
  });
});

describe("a member's threshold", () => {
  const change = (acme: TestOrganization, { person: { id } }: Signed, ask_above: number | null) =>
    acme.owner.visitor.api("PATCH", `/v1/organizations/${acme.handle}/members/${id}`, { body: { ask_above } });

  test("makes their keys ask, until it is lifted; the decision is in the organization's audit log", async () => {
    const { acme, worker, key } = await team();
    const colleague = (await keyOf(acme, await member(acme, "member"))).key;
    const { slug } = await liveSkill(await person(), { price_per_call: 2 });
    expect((await change(acme, worker, 1)).body).toMatchObject({ ask_above: 1, role: "member" });
    const asked = await run(key, slug);
    expect([asked.status, asked.body.error.code]).toEqual([402, "approval_required"]);
    expect((await run(colleague, slug)).status).toBe(200);
    const { id } = asked.body.error.details.approval as { id: string };
    const decided = await acme.owner.visitor.api("POST", `/v1/approvals/${id}/decision`, {
      headers: actingFor(acme),
      body: { decision: "approve" },
    });
    expect(decided.status).toBe(200);
    const tries = await concurrently(5, 5, () => run(key, slug, {}, { approval: id }));
    expect(byStatus(tries)[200]).toBe(1);
    const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=approval`);
    // Those of the five that came late ask anew.
    expect(log.body.data.slice(-2)).toMatchObject([
      { action: "approval.decide", actor: { id: acme.owner.person.id } },
      { action: "approval.request", actor: { id: worker.person.id }, details: { price: 2 } },
    ]);
    const shown = await acme.owner.visitor.api("GET", `/v1/approvals/${id}`, { headers: actingFor(acme) });
    expect(shown.body.key).toMatchObject({ member: { id: worker.person.id, name: worker.person.name } });
    expect((await change(acme, worker, null)).body).toMatchObject({ ask_above: null });
    expect((await run(key, slug)).status).toBe(200);
  });
});

test("a purchase in a browser whose member is removed meanwhile is charged before the removal or not at all", async () => {
  const sold = await liveSkill(await person(), subscription({ price: 2 }));
  for (let round = 0; round < 5; round++) {
    const { acme, worker } = await team(10);
    const path = `/v1/skills/${sold.slug}/purchase`;
    const [bought, removed] = await Promise.all([
      worker.visitor.api("POST", path, { headers: actingFor(acme), body: {} }),
      acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}/members/${worker.person.id}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 401, 403, 404]).toContain(bought.status);
    const again = await worker.visitor.api("POST", path, { headers: actingFor(acme), body: {} });
    expect(again.status).not.toBe(200);
    expect(await prisma().purchase.count({ where: { buyerId: acme.id } })).toBe(bought.status === 200 ? 1 : 0);
    expect(await creditsOf(acme)).toBe(bought.status === 200 ? 8 : 10);
  }
  await expectSound();
});
