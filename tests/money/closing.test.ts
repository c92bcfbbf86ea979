import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { close as closeAccount, preview } from "@/lib/identity/accounts/closing";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import { receive } from "@/lib/money/payments/events";
import type { Caller } from "@/lib/platform/core/caller";
import { pool, prisma, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { notify } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { mailTo } from "@/tests/support/mails";
import { available, personWith, run } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;
const SUBSCRIPTION = { pricing_type: "subscription", price: 2, price_per_call: undefined };

async function browserOf(someone: Person): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.signIn(someone.email);
  return visitor;
}
const close = (visitor: Visitor, body: object = {}) =>
  visitor.api("DELETE", "/v1/account", { body: { password: "a long password", ...body } });
const buy = (someone: Person, slug: string) =>
  call("POST", `/v1/skills/${slug}/purchase`, { key: someone.key, body: {} });

/** The tables in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    "test.tables",
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    [],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool().query(`SELECT 1 FROM ${name} t WHERE strpos(to_jsonb(t)::text, $1) > 0`, [text]);
    if (rowCount) found.push(name);
  }
  return found;
}

describe("closing an account", () => {
  test("keys, sessions and everything that names the person go; ledger, purchases and usage stay", async () => {
    const [someone, developer] = [await personWith(10), await person()];
    const [paid, bought] = [await liveSkill(developer), await liveSkill(developer, SUBSCRIPTION)];
    await run(someone.key, paid.slug);
    await buy(someone, bought.slug);
    const own = await liveSkill(someone);
    const bio = `The bio of ${someone.id}, who writes ${someone.email}.`;
    const handle = `closing-${someone.id.slice(-12)}`;
    const profile = { bio, handle, links: [`https://example.com/${someone.email}`] };
    expect((await call("PATCH", "/v1/account/publisher", { key: someone.key, body: profile })).status).toBe(200);
    await call("PUT", `/v1/favorites/${bought.slug}`, { key: someone.key, body: {} });
    const review = { rating: 5, text: "Good." };
    await call("PUT", `/v1/skills/${bought.slug}/reviews`, { key: someone.key, body: review });
    const [visitor, other] = [await browserOf(someone), await browserOf(someone)];
    const entries = await prisma().ledgerEntry.count();
    const answer = await close(visitor, { give_up_credits: true });
    expect([answer.status, answer.body.id]).toEqual([200, someone.id]);
    expect([await visitor.isSignedIn(), await other.isSignedIn()]).toEqual([false, false]);
    expect((await call("GET", "/v1/balance", { key: someone.key })).status).toBe(401);
    expect(codeOf(await new Visitor().signIn(someone.email))).toBe("wrong_credentials");
    expect((await call("GET", `/v1/skills/${own.slug}`, { key: developer.key })).status).toBe(404);
    expect(await prisma().ledgerEntry.count()).toBe(entries);
    expect(await prisma().usageRecord.count({ where: { accountId: someone.id } })).toBe(1);
    const purchase = await prisma().purchase.findFirstOrThrow({ where: { buyerId: someone.id } });
    expect(purchase).toMatchObject({ status: "active", autoRenew: false });
    const { body } = await call("GET", `/v1/skills/${bought.slug}/reviews`, { key: developer.key });
    expect(body.data[0]).toMatchObject({ text: "Good.", author: { name: "Closed account" } });
    expect(await tablesWith(someone.email)).toEqual([]);
    expect(await prisma().favorite.count({ where: { accountId: someone.id } })).toBe(0);
    expect(await prisma().formerHandle.count({ where: { accountId: someone.id } })).toBe(0);
    expect(await prisma().account.count({ where: { handle } })).toBe(0);
  });

  test("the email is in no table afterwards, whatever administrators and the processor have done before", async () => {
    const [someone, admin] = [await person(), await administrator()];
    const path = `/v1/admin/accounts/${someone.id}`;
    for (const [action, body] of [
      ["credits", { amount: 5, reason: "A gift." }],
      ["suspend", { reason: "A mistake." }],
      ["unsuspend", { reason: "It was one." }],
    ] as const)
      expect((await call("POST", `${path}/${action}`, { key: admin.key, body })).status).toBe(200);
    const details = { email: someone.email, name: "Somebody", address: { line1: "A street" }, phone: null };
    const object = {
      id: "ch_1",
      customer_email: someone.email,
      billing_details: details,
      individual: details,
    };
    const event = { id: `evt_${newId()}`, type: "charge.updated", data: { object } };
    await receive(event as unknown as Stripe.Event, async () => null);
    const visitor = await browserOf(someone);
    await prisma().invitation.create({ data: { email: someone.email, invitedBy: admin.id } });
    await call("DELETE", `/v1/admin/invitations/${encodeURIComponent(someone.email)}`, { key: admin.key });
    await prisma().invitation.create({ data: { email: someone.email, invitedBy: admin.id } });
    await visitor.post("/request-password-reset", { email: someone.email });
    await mailTo(someone.email);
    const logged = async () => {
      const { body } = await call("GET", `/v1/admin/audit?subject=${someone.id}`, { key: admin.key });
      return (body.data as { details: { email: string } }[]).map(({ details }) => details.email)[0];
    };
    expect(await logged()).toBe(someone.email);
    expect((await close(visitor, { give_up_credits: true })).status).toBe(200);
    expect(await tablesWith(someone.email)).toEqual([]);
    expect(await logged()).toMatch(/^closed-/);
  });

  test("the address can be registered anew, and that account has nothing of the old one", async () => {
    const someone = await personWith(3);
    await close(await browserOf(someone), { give_up_credits: true });
    const again = await call("POST", "/v1/auth/register", {
      body: { email: someone.email, password: "a long password" },
    });
    expect(again.status).toBe(200);
    expect((await call("GET", "/v1/balance", { key: String(again.body.api_key) })).body.available).toBe(0);
  });

  test("later events notify nobody, since there is no email left", async () => {
    const [someone, other] = [await person(), await person()];
    await close(await browserOf(someone));
    for (const { id } of [someone, other])
      await notify(pool(), id, "later", {
        kind: "report_decided",
        data: { skill: "x", outcome: "dismissed" },
      });
    const told = (accountId: string) => prisma().notification.count({ where: { accountId, subject: "later" } });
    expect([await told(someone.id), await told(other.id)]).toEqual([0, 1]);
  });

  test("credits and earnings are given up only by who says so", async () => {
    const [developer, buyer] = [await personWith(1.5), await personWith(5)];
    const skill = await liveSkill(developer);
    await run(buyer.key, skill.slug);
    const visitor = await browserOf(developer);
    const refused = await close(visitor);
    expect([refused.status, codeOf(refused), refused.body.error.param]).toEqual([
      400,
      "account_in_use",
      "give_up_credits",
    ]);
    expect(refused.body.error.details).toEqual({ credits: 1.5, earnings: 0.425 });
    expect(await visitor.isSignedIn()).toBe(true);
    expect((await close(visitor, { give_up_credits: true })).status).toBe(200);
    expect(await available(buyer)).toBe(4.5);
  });

  test("the preview of closing takes no locks, and counts earnings as the ledger does", async () => {
    const [developer, buyer] = [await person(), await personWith(5)];
    const skill = await liveSkill(developer);
    await run(buyer.key, skill.slug);
    await rollUp("earnings");
    await run(buyer.key, skill.slug);
    const seen = await transaction(async (db) => {
      await query("test.locks", "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [developer.id], db);
      return preview({ accountId: developer.id });
    });
    expect(seen).toEqual({ blockers: [], credits: 0, earnings: 0.85 });
  });

  test("it is refused while others hold running purchases of a skill, and possible when they have ended", async () => {
    const [developer, buyer] = [await person(), await personWith(10)];
    const skill = await liveSkill(developer, SUBSCRIPTION);
    await buy(buyer, skill.slug);
    const visitor = await browserOf(developer);
    const refused = await close(visitor, { give_up_credits: true });
    expect([refused.status, codeOf(refused)]).toEqual([400, "account_in_use"]);
    expect(refused.body.error.details.subscribers).toMatchObject([{ slug: skill.slug, count: 1 }]);
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).status).toBe(200);
    await prisma()
      .$executeRaw`UPDATE purchase SET started_at = started_at - interval '40 days', anchor_at = anchor_at - interval '40 days',
      current_period_end = now() - interval '1 second' WHERE buyer_id = ${buyer.id}::uuid`;
    expect((await close(visitor, { give_up_credits: true })).status).toBe(200);
  });

  test("it is refused while a payment, a payout or a call is under way", async () => {
    const someone = await personWith(5);
    const visitor = await browserOf(someone);
    const refusal = async () => (await close(visitor, { give_up_credits: true })).body.error.message;
    const id = newId();
    const order = { id, accountId: someone.id, amountCents: 1000n, creditsMicros: 10_000_000n };
    await prisma().topupOrder.create({ data: { ...order, state: "processing" } });
    expect(await refusal()).toMatch(/payment is still being processed/);
    await prisma().topupOrder.update({ where: { id }, data: { state: "failed" } });
    const payout = {
      id,
      developerId: someone.id,
      destination: "acct_1",
      amountMicros: 10_000_000n,
      origin: "requested",
    };
    await prisma().payout.create({ data: { ...payout, nextTryAt: new Date(), createdAt: new Date() } });
    expect(await refusal()).toMatch(/payout is still in transit/);
    await prisma().payout.delete({ where: { id } });
    const hold = await prisma().hold.create({
      data: {
        id: newId(),
        accountId: someone.id,
        skillId: someone.id,
        developerId: someone.id,
        amountMicros: 1_000_000n,
        kind: "execute",
        skillSlug: "any",
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    expect(await refusal()).toMatch(/call is still in progress/);
    await prisma().hold.update({ where: { id: hold.id }, data: { state: "released", closedAt: new Date() } });
    expect((await close(visitor, { give_up_credits: true })).status).toBe(200);
  });

  test("it requires the password and a signed-in user; keys and anonymous requests are refused", async () => {
    const someone = await person();
    const visitor = await browserOf(someone);
    expect(codeOf(await close(visitor, { password: "wrong" }))).toBe("wrong_password");
    expect((await visitor.api("DELETE", "/v1/account", { body: {} })).body.error.param).toBe("password");
    const body = { password: "a long password" };
    const byKey = await call("DELETE", "/v1/account", { key: someone.key, body });
    expect([byKey.status, codeOf(byKey)]).toEqual([403, "session_required"]);
    expect((await call("DELETE", "/v1/account", { body })).status).toBe(401);
    expect(await visitor.isSignedIn()).toBe(true);
  });

  test("no buyer pays for a skill whose developer closes the account concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      const developer = await person();
      const skill = await liveSkill(developer, SUBSCRIPTION);
      const buyers = await Promise.all(Array.from({ length: 4 }, () => personWith(5)));
      const visitor = await browserOf(developer);
      const [closed, ...purchases] = await Promise.all([
        close(visitor, { give_up_credits: true }),
        ...buyers.map((buyer) => buy(buyer, skill.slug)),
      ]);
      const bought = purchases.filter(({ status }) => status === 200).length;
      expect([200, 400]).toContain(closed?.status);
      if (closed?.status === 200) expect(bought).toBe(0);
      for (const { status } of purchases) expect([200, 404]).toContain(status);
    }
  });

  test("one administrator always remains, also when the last two close at once", async () => {
    const admins = [await administrator(), await administrator()];
    await prisma().account.updateMany({
      where: { role: "admin", id: { notIn: admins.map(({ id }) => id) } },
      data: { role: "user" },
    });
    const visitors = await Promise.all(admins.map(browserOf));
    const answers = await Promise.all(visitors.map((visitor) => close(visitor)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.error.message).toMatch(/only administrator/);
  });

  test("the last administrator, who may not close, keeps the checkouts that are open", async () => {
    const last = await administrator();
    await prisma().account.updateMany({
      where: { role: "admin", id: { not: last.id } },
      data: { role: "user" },
    });
    const caller = await authenticateSession(new Headers({ cookie: (await browserOf(last)).cookie }));
    let ended = 0;
    const endCheckouts = async () => {
      ended++;
    };
    const input = { password: "a long password", give_up_credits: true };
    await expect(closeAccount(caller as Caller, input, endCheckouts)).rejects.toThrow(/only administrator/);
    expect(ended).toBe(0);
  });

  test("of five parallel attempts to close exactly one closes", async () => {
    const visitor = await browserOf(await person());
    const answers = await Promise.all(Array.from({ length: 5 }, () => close(visitor)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
