import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, personWith, run } from "@/tests/support/money";
import { administrator, approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { allCounted } from "@/tests/support/rollups";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
});

const step = (owner: Person, id: string, name: string, body?: object) =>
  call("POST", `/v1/developer/skills/${id}/${name}`, {
    key: owner.key,
    ...(name !== "relist" && { body: body ?? {} }),
  });
const change = (owner: Person, id: string, body: object) =>
  call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body });
const decide = (admin: Person, id: string, action: string, extra: object = {}) =>
  call("PATCH", "/v1/admin/skills", { key: admin.key, body: { skill_id: id, action, ...extra } });
const history = async (owner: Person, id: string) =>
  (await call("GET", `/v1/developer/skills/${id}/history`, { key: owner.key })).body.data.map(({ action }) => action);
const subscription = { pricing_type: "subscription", price: 5, subscription_interval: "month" };

describe("withdrawing a submission", () => {
  test("makes it a draft again, which leaves the queue and can be edited and submitted", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { submit: true });
    const withdrawn = await step(developer, id, "withdraw");
    expect(withdrawn.body).toMatchObject({ status: "draft", revision: 2, submitted_at: null });
    expect((await decide(await administrator(), id, "approve")).body.error.code).toBe("not_pending");
    expect((await change(developer, id, { name: "Better" })).body).toMatchObject({
      status: "draft",
      revision: 2,
    });
    expect((await change(developer, id, { submit: true })).body).toMatchObject({
      status: "pending",
      revision: 2,
    });
    expect(await history(developer, id)).toEqual(["submit", "withdraw", "submit"]);
  });

  test("a reviewer who still looks at the withdrawn revision cannot approve what replaced it", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { submit: true });
    await step(developer, id, "withdraw");
    await change(developer, id, { description: "Something else entirely.", submit: true });
    const late = await decide(await administrator(), id, "approve", { revision: 1 });
    expect([late.status, late.body.error.code]).toEqual([409, "revision_changed"]);
  });

  test("of an edit leaves the live revision alone, and discarding it goes back to what was approved", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    await change(developer, id, { name: "Edited" });
    expect((await step(developer, id, "withdraw")).body).toMatchObject({
      status: "draft",
      live: true,
      name: "Edited",
    });
    const back = await step(developer, id, "withdraw", { discard: true });
    expect(back.body).toMatchObject({ status: "approved", live: true, name: "Text statistics", revision: 1 });
    expect((await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body.name).toBe("Text statistics");
    expect((await change(developer, id, { name: "Once more" })).body).toMatchObject({
      status: "pending",
      revision: 4,
    });
    expect((await step(developer, id, "withdraw", { discard: true })).body).toMatchObject({
      status: "approved",
      revision: 1,
    });
  });

  test("is refused when nothing waits, and discarding when nothing was approved", async () => {
    const developer = await person();
    const draft = await draftSkill(developer);
    expect((await step(developer, draft.id, "withdraw")).body.error.code).toBe("not_pending");
    expect((await step(developer, draft.id, "withdraw", { discard: true })).body.error.code).toBe("not_approved");
    const live = await liveSkill(developer);
    for (const discard of [true, false])
      expect((await step(developer, live.id, "withdraw", { discard })).body.error.code).toBe("not_pending");
  });

  test("and a decision at the same moment have one outcome", async () => {
    const admin = await administrator();
    for (let i = 0; i < 10; i++) {
      const developer = await person();
      const { id } = await draftSkill(developer, { submit: true });
      const [withdrawal, decision] = await Promise.all([step(developer, id, "withdraw"), decide(admin, id, "approve")]);
      expect([withdrawal.status, decision.status].toSorted()).toEqual([200, 409]);
      const now = await call("GET", `/v1/developer/skills/${id}`, { key: developer.key });
      expect(now.body.status).toBe(withdrawal.status === 200 ? "draft" : "approved");
    }
  });
});

describe("drafts of live skills", () => {
  test("`submit: false` keeps an edit as a draft beside the live revision until it is submitted", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    const saved = await change(developer, id, { name: "Edited", submit: false });
    expect(saved.body).toMatchObject({ status: "draft", live: true, revision: 2, name: "Edited" });
    expect((await change(developer, id, { description: "Twice.", submit: false })).body).toMatchObject({
      status: "draft",
      revision: 2,
    });
    expect((await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body.name).toBe("Text statistics");
    const approved = await call("GET", `/v1/developer/skills/${id}/approved`, { key: developer.key });
    expect(approved.body).toMatchObject({ revision: 1, name: "Text statistics" });
    await change(developer, id, { submit: true });
    await approve(id);
    expect((await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body).toMatchObject({
      name: "Edited",
      version: 2,
    });
  });

  test("a draft may be incomplete, but what is sold keeps its price", async () => {
    const developer = await person();
    const { id } = await liveSkill(developer);
    expect((await change(developer, id, { api_endpoint: null, submit: false })).body).toMatchObject({
      status: "draft",
      missing: [{ param: "api_endpoint" }],
    });
    const unpriced = await change(developer, id, { price_per_call: null, submit: false });
    expect([unpriced.status, unpriced.body.error.param]).toEqual([400, "price_per_call"]);
    expect((await change(developer, id, { submit: true })).body.error.code).toBe("not_submittable");
  });

  test("a stale tab gets an error and changes nothing", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    const opened = await call("GET", `/v1/developer/skills/${id}`, { key: developer.key });
    const expected_updated_at = opened.body.updated_at;
    const tabs = await Promise.all(
      ["one", "two", "three"].map((name) => change(developer, id, { name, expected_updated_at })),
    );
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = tabs.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: "revision_changed", param: "expected_updated_at" });
    const winner = tabs.find(({ status }) => status === 200);
    const now = await call("GET", `/v1/developer/skills/${id}`, { key: developer.key });
    expect(now.body.name).toBe(winner?.body.name);
    expect((await change(developer, id, { name: "next", expected_updated_at: now.body.updated_at })).status).toBe(200);
  });
});

describe("taking a skill off the marketplace", () => {
  const visible = async (key: string, slug: string) => ({
    page: (await call("GET", `/v1/skills/${slug}`, { key })).status,
    listed: (await call("GET", `/v1/skills?search=${slug}&limit=100`, { key })).body.data.some(
      (skill) => skill.slug === slug,
    ),
  });

  test("it can't be found, bought or called, and returns with its ratings and publication date", async () => {
    const developer = await person();
    const [regular, stranger] = [await personWith(10), await personWith(10)];
    const { id, slug } = await liveSkill(developer, { name: "Findable by its name" });
    for (let i = 0; i < 3; i++) await run(regular.key, slug);
    await call("PUT", `/v1/skills/${slug}/reviews`, { key: regular.key, body: { rating: 4, text: "Good." } });
    const before = (await call("GET", `/v1/skills/${slug}`, { key: stranger.key })).body;
    const off = await step(developer, id, "unlist", { reason: "A pause." });
    expect(off.body).toMatchObject({ status: "approved", live: false, approved: true });
    expect(off.body.unlisted_at).not.toBeNull();
    expect(await visible(stranger.key, slug)).toEqual({ page: 404, listed: false });
    expect((await run(regular.key, slug)).status).toBe(404);
    expect((await step(developer, id, "unlist")).status).toBe(200);
    expect((await step(developer, id, "relist")).body).toMatchObject({ live: true, unlisted_at: null });
    expect((await step(developer, id, "relist")).status).toBe(200);
    await allCounted();
    const after = (await call("GET", `/v1/skills/${slug}`, { key: stranger.key })).body;
    expect(after).toMatchObject({ rating: before.rating, published_at: before.published_at, call_count: 3 });
    expect((await run(regular.key, slug)).status).toBe(200);
    expect(await history(developer, id)).toEqual(["relist", "unlist", "approve", "submit"]);
    const audit = await call("GET", "/v1/admin/audit?limit=10", { key: (await administrator()).key });
    expect(audit.body.data.map(({ action }) => action)).toContain("skill.unlist");
  });

  test("a buyer keeps what was paid for to the end of the period; then it ends without another charge", async () => {
    const developer = await person();
    const [buyer, late] = [await personWith(20), await personWith(20)];
    const { id, slug } = await liveSkill(developer, subscription);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    await step(developer, id, "unlist");
    expect((await run(buyer.key, slug, { text: "x" })).status).toBe(200);
    const page = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
    expect(page.body).toMatchObject({ listed: false, access: { owned: true, reason: "purchase" } });
    expect((await call("GET", "/v1/purchases", { key: buyer.key })).body.data[0]).toMatchObject({
      skill: { slug },
      status: "active",
    });
    expect((await run(developer.key, slug)).status).toBe(200);
    expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: late.key, body: {} })).status).toBe(404);
    expect((await run(late.key, slug)).status).toBe(404);
    expect(await available(late)).toBe(20);
    await prisma().purchase.updateMany({
      where: { skillId: id },
      data: {
        startedAt: new Date(Date.now() - 3_600_000),
        anchorAt: new Date(Date.now() - 40 * 86_400_000),
        currentPeriodEnd: new Date(Date.now() - 1000),
      },
    });
    expect((await run(buyer.key, slug)).status).toBe(404);
    await renewals.renewDue();
    expect(await available(buyer)).toBe(15);
    expect((await call("GET", "/v1/purchases", { key: buyer.key })).body.data[0]?.status).toBe("expired");
    const { body } = await call("GET", "/v1/notifications", { key: buyer.key });
    expect(body.data[0]).toMatchObject({
      kind: "purchase_lapsed",
      text: "It has left the marketplace. Nothing was charged.",
      path: "/purchases",
    });
  });

  test("a skill that is back before the period ends renews as if it had never been away", async () => {
    const developer = await person();
    const buyer = await personWith(20);
    const { id, slug } = await liveSkill(developer, subscription);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    await step(developer, id, "unlist");
    await step(developer, id, "relist");
    await prisma().purchase.updateMany({
      where: { skillId: id },
      data: {
        startedAt: new Date(Date.now() - 3_600_000),
        anchorAt: new Date(Date.now() - 31 * 86_400_000),
        currentPeriodEnd: new Date(Date.now() - 1000),
      },
    });
    expect((await run(buyer.key, slug, { text: "x" })).status).toBe(200);
    expect(await available(buyer)).toBe(10);
  });

  test("an edit that is approved meanwhile does not put it back; relisting shows it", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    await step(developer, id, "unlist");
    await change(developer, id, { name: "Edited while away" });
    await approve(id);
    expect(await visible((await person()).key, slug)).toEqual({ page: 404, listed: false });
    await step(developer, id, "relist");
    expect((await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body).toMatchObject({
      name: "Edited while away",
      version: 2,
    });
  });

  test("a skill that was never approved can't be unlisted or relisted; others' skills are 404, anonymous requests 401", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { submit: true });
    for (const name of ["unlist", "relist"])
      expect((await step(developer, id, name)).body.error.code).toBe("not_approved");
    for (const name of ["unlist", "relist", "withdraw"]) {
      expect((await step(await person(), id, name)).status).toBe(404);
      expect((await step(await administrator(), id, name)).status).toBe(404);
      const nobody = await call("POST", `/v1/developer/skills/${id}/${name}`, {
        ...(name !== "relist" && { body: {} }),
      });
      expect(nobody.status).toBe(401);
    }
    expect((await call("GET", `/v1/developer/skills/${id}/approved`, { key: developer.key })).status).toBe(404);
    const live = await liveSkill(developer);
    const other = await person();
    expect((await call("GET", `/v1/developer/skills/${live.id}/approved`, { key: other.key })).status).toBe(404);
  });
});
