import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliverDue } from "@/lib/interfaces/webhooks/deliveries";
import { query, transaction } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { approve, draftSkill, liveSkill, person } from "@/tests/support/people";
import { type Received, startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { deliveriesOf as log, webhook } from "@/tests/support/webhooks";

/** How the receivers answer, by path. */
let status = 200;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    hook: (_, response) => response.writeHead(status, { "content-type": "text/plain" }).end("seen"),
    moved: (_, response) => response.writeHead(302, { location: "/hook" }).end(),
  });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  status = 200;
  await deliverDue();
  upstream.received.length = 0;
});

type Event = { id: string; type: string; timestamp: string; data: Record<string, unknown> };
const eventOf = ({ body }: Received) => JSON.parse(body) as Event;
const hooks = () => upstream.received.filter(({ path }) => path === "/hook");

/** Lets the pause before the next attempt pass. */
const makeDue = (id: string) =>
  query(
    "test.due",
    "UPDATE webhook_delivery SET next_try_at = now() WHERE endpoint_id = $1 AND next_try_at IS NOT NULL",
    [id],
  );

describe("events", () => {
  test("a purchase is told to its buyer and its developer, signed, each with their role and in one form", async () => {
    const [developer, buyer] = [await person(), await personWith(20)];
    const skill = await liveSkill(developer, subscription());
    const [of, mine] = [await webhook(developer), await webhook(buyer)];
    await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key, body: {} });
    expect(await deliverDue()).toBe(2);
    const byRole = new Map(hooks().map((received) => [eventOf(received).data.role, received]));
    for (const [role, { secret }] of [
      ["buyer", mine],
      ["developer", of],
    ] as const) {
      const received = byRole.get(role);
      if (!received) throw new Error(`nothing for the ${role}`);
      const event = new Webhook(secret).verify(received.body, received.headers as Record<string, string>) as Event;
      expect(event).toMatchObject({ type: "purchase.created", id: received.headers["webhook-id"] });
      expect(event.data).toMatchObject({ skill: skill.slug, price: 5, status: "active" });
      expect(received.body).not.toContain(buyer.email);
      expect(received.body).not.toContain(buyer.id);
    }
  });

  test("what was rolled back is told to nobody", async () => {
    const buyer = await personWith(20);
    const skill = await liveSkill(await person(), subscription());
    const { id } = await webhook(buyer);
    await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key, body: {} });
    await deliverDue();
    const undone = transaction(async (db) => {
      await db.query("UPDATE purchase SET term = term + 1 WHERE buyer_id = $1", [buyer.id]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await deliverDue()).toBe(0);
    expect(await log(buyer, id)).toHaveLength(1);
  });

  test("decisions, reviews and failed calls of a skill are told to its developer, in the order of their ids", async () => {
    const developer = await person();
    await webhook(developer);
    const skill = await draftSkill(developer, { submit: true, api_endpoint: upstreamUrl("5xx") });
    await approve(skill.id);
    const caller = await personWith(5);
    await run(caller.key, skill.slug);
    const bought = await liveSkill(developer, subscription({ price: 1 }));
    await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: caller.key, body: {} });
    const review = { rating: 4, text: "Good." };
    await call("PUT", `/v1/skills/${bought.slug}/reviews`, { key: caller.key, body: review });
    await deliverDue();
    const events = hooks()
      .map(eventOf)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(events.map(({ type }) => type)).toEqual([
      "skill.approved",
      "call.failed",
      "skill.approved",
      "purchase.created",
      "review.received",
    ]);
    expect(events[1]?.data).toMatchObject({ skill: skill.slug, error_code: "upstream_failed" });
    expect(events[4]?.data).toMatchObject({ skill: bought.slug, rating: 4, text: "Good." });
  });

  test("an endpoint gets the types that it wants, of its own account", async () => {
    const [developer, buyer] = [await person(), await personWith(20)];
    const skill = await liveSkill(developer, subscription());
    await webhook(developer, { events: ["review.received"] });
    await webhook(await person());
    await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key, body: {} });
    expect(await deliverDue()).toBe(0);
  });
});

describe("deliveries", () => {
  test("a failed one is tried again under the same id and body, ten times, and then given up", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    status = 500;
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    for (let attempt = 0; attempt < 12; attempt++) {
      await deliverDue();
      await makeDue(id);
    }
    expect(hooks()).toHaveLength(10);
    expect(new Set(hooks().map(({ body, headers }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
    const [entry] = await log(someone, id);
    expect(entry).toMatchObject({
      state: "failed",
      attempts: 10,
      status: 500,
      answer: "seen",
      next_try_at: null,
    });
    expect(await log(someone, id, "?state=delivered")).toEqual([]);

    status = 200;
    const replayed = await call("POST", `/v1/webhooks/${id}/deliveries/${entry?.id}/replay`, {
      key: someone.key,
    });
    expect(replayed.body).toMatchObject({ state: "pending", attempts: 0 });
    await deliverDue();
    expect(await log(someone, id)).toMatchObject([{ id: entry?.id, state: "delivered", status: 200 }]);
  });

  test("the pauses grow and come to about a day", async () => {
    const someone = await person();
    const { id } = await webhook(someone, { url: upstreamUrl("5xx") });
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      await deliverDue();
      const [row] = await query<{ pause: number }>(
        "test.pause",
        "SELECT extract(epoch FROM next_try_at - last_tried_at)::int AS pause FROM webhook_delivery WHERE endpoint_id = $1",
        [id],
      );
      pauses.push(row?.pause ?? 0);
      await makeDue(id);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(26);
  });

  test("two workers at once send an event once", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    for (let count = 0; count < 10; count++)
      await query("test.emit", "SELECT webhook_emit($1, 'webhook.test', '{}')", [someone.id]);
    await Promise.all([deliverDue(), deliverDue(), deliverDue()]);
    expect(hooks()).toHaveLength(10);
    expect(await log(someone, id, "?state=delivered")).toHaveLength(10);
  });

  test("an endpoint that fails for five days is disabled with a notification; enabled again, it gets what waits", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    status = 500;
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    await deliverDue();
    const view = async () => (await call("GET", `/v1/webhooks/${id}`, { key: someone.key })).body;
    expect(await view()).toMatchObject({ active: true, failing_since: expect.any(String) });
    await query(
      "test.age",
      "UPDATE webhook_endpoint SET failing_since = now() - interval '5 days 1 minute' WHERE id = $1",
      [id],
    );
    await makeDue(id);
    await deliverDue();
    expect(await view()).toMatchObject({ active: false, disabled_at: expect.any(String) });
    const notices = await call("GET", "/v1/notifications", { key: someone.key });
    expect(notices.body.data[0]).toMatchObject({
      kind: "webhook_disabled",
      path: `/settings/webhooks/${id}`,
    });
    await makeDue(id);
    expect(await deliverDue()).toBe(0);
    status = 200;
    await call("PATCH", `/v1/webhooks/${id}`, { key: someone.key, body: { active: true } });
    expect(await deliverDue()).toBe(1);
    expect(await view()).toMatchObject({ active: true, failing_since: null, disabled_at: null });
  });

  test("410 Gone disables an endpoint at once; a redirect is a failure and is not followed", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    status = 410;
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    const moved = await webhook(someone, { url: upstreamUrl("moved") });
    await call("POST", `/v1/webhooks/${moved.id}/test`, { key: someone.key });
    await deliverDue();
    expect((await call("GET", `/v1/webhooks/${id}`, { key: someone.key })).body.active).toBe(false);
    expect(await log(someone, moved.id)).toMatchObject([{ state: "pending", status: 302 }]);
  });

  test("a rotated secret signs beside the one before it until the grace ends", async () => {
    const someone = await person();
    const { id, secret } = await webhook(someone);
    const rotate = (grace_hours: number) =>
      call("POST", `/v1/webhooks/${id}/secret/rotation`, { key: someone.key, body: { grace_hours } });
    const { body } = await rotate(1);
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    await deliverDue();
    const [received] = hooks();
    for (const each of [secret, String(body.secret)])
      expect(new Webhook(each).verify(received?.body ?? "", received?.headers as Record<string, string>)).toBeTruthy();
    await rotate(0);
    upstream.received.length = 0;
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    await deliverDue();
    const [later] = hooks();
    expect(() => new Webhook(secret).verify(later?.body ?? "", later?.headers as Record<string, string>)).toThrow();
  });
});
