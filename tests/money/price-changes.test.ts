import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { rollUp } from "@/lib/platform/jobs/rollup";
import * as prices from "@/lib/supply/publishing/prices";
import { call } from "@/tests/support/api";
import { applyPriceChange, available, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const DAY_MS = 86_400_000;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

type Change = { price: number | null; price_per_call: number | null; effective_at: string } | null;
type Shown = { price_per_call: number; free_calls: number; price_change: Change };

const reprice = async (owner: Person, { id }: TestSkill, terms: object) => {
  const { status, body } = await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: terms });
  expect(status).toBe(200);
  return body as unknown as Shown;
};
const shown = async (viewer: Person, { slug }: TestSkill) =>
  (await call("GET", `/v1/skills/${slug}`, { key: viewer.key })).body as unknown as Shown;
const announcements = async ({ key }: Person) =>
  (await call("GET", "/v1/notifications", { key })).body.data.filter(({ kind }) => kind === "price_rise");
const historyOf = async (owner: Person, { id }: TestSkill) =>
  (await call("GET", `/v1/developer/skills/${id}/history`, { key: owner.key })).body.data
    .filter(({ action }) => action === "reprice")
    .map(({ reason }) => reason);
/** As if the last rise had been so many days ago. */
const passDays = ({ id }: TestSkill, days: number) =>
  query("test.days", "UPDATE skill SET price_raised_at = price_raised_at - make_interval(days => $2) WHERE id = $1", [
    id,
    days,
  ]);

/** A skill of somebody, called once by somebody else. */
async function calledSkill(fields: object = { price_per_call: 1 }) {
  const [owner, buyer] = [await person("Seller"), await personWith(50)];
  const skill = await liveSkill(owner, { ...fields });
  expect((await run(buyer.key, skill.slug)).status).toBe(200);
  return { owner, buyer, skill };
}

describe("a rise of more than 10 % on a skill that others have used", () => {
  test("is shown and announced to them at once, and is charged after 7 days", async () => {
    const { owner, buyer, skill } = await calledSkill();
    const changed = await reprice(owner, skill, { price_per_call: 5 });
    expect(changed).toMatchObject({ price_per_call: 1, price_change: { price: null, price_per_call: 5 } });
    const wait = Date.parse(changed.price_change?.effective_at ?? "") - Date.now();
    expect(Math.abs(wait - 7 * DAY_MS)).toBeLessThan(60_000);
    expect(await shown(buyer, skill)).toMatchObject({
      price_per_call: 1,
      price_change: changed.price_change,
    });
    const { body: listed } = await call("GET", "/v1/skills?sort=newest", { key: buyer.key });
    expect(listed.data.find(({ id }) => id === skill.id)).toMatchObject({
      price_change: changed.price_change,
    });
    expect(await announcements(buyer)).toMatchObject([
      { title: expect.stringContaining("will cost more from"), path: `/skills/${skill.slug}` },
    ]);
    expect(await announcements(owner)).toEqual([]);
    expect((await run(buyer.key, skill.slug)).body.usage).toMatchObject({ cost: 1 });
    expect(await prices.applyDue()).toBe(0);
    await applyPriceChange(skill.id);
    expect(await shown(buyer, skill)).toMatchObject({ price_per_call: 5, price_change: null });
    expect((await run(buyer.key, skill.slug)).body.usage).toMatchObject({ cost: 5 });
    expect(await available(buyer)).toBe(43);
    expect(await historyOf(owner, skill)).toEqual([
      "$1 per call → $5 per call",
      expect.stringMatching(/^\$1 per call → \$5 per call, announced for \d{4}-\d\d-\d\d$/),
    ]);
  });

  test("is announced to those who bought it, and to callers whom the rollup has counted or not", async () => {
    const owner = await person("Seller");
    const skill = await liveSkill(owner, subscription({ price: 2 }));
    const [buyer, former, stranger] = [await personWith(10), await personWith(10), await personWith(10)];
    for (const each of [buyer, former]) await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: each.key });
    await query(
      "test.former",
      "UPDATE purchase SET started_at = started_at - interval '31 days', anchor_at = anchor_at - interval '31 days' WHERE buyer_id = $1",
      [former.id],
    );
    expect((await reprice(owner, skill, { price: 3 })).price_change).toMatchObject({
      price: 3,
      price_per_call: null,
    });
    expect(await announcements(buyer)).toHaveLength(1);
    for (const each of [former, stranger]) expect(await announcements(each)).toEqual([]);
    const called = await calledSkill();
    await rollUp("analytics");
    await reprice(called.owner, called.skill, { price_per_call: 2 });
    expect(await announcements(called.buyer)).toHaveLength(1);
  });

  test("keeps its day when it is sent again, starts anew with another price, and is cancelled by the old one", async () => {
    const { owner, buyer, skill } = await calledSkill();
    const first = await reprice(owner, skill, { price_per_call: 5 });
    expect((await reprice(owner, skill, { price_per_call: 5 })).price_change).toEqual(first.price_change);
    await reprice(owner, skill, { description: "Better.", submit: false });
    expect((await shown(buyer, skill)).price_change).toEqual(first.price_change);
    const second = await reprice(owner, skill, { price_per_call: 4 });
    expect(second.price_change).toMatchObject({ price_per_call: 4 });
    expect(Date.parse(second.price_change?.effective_at ?? "")).toBeGreaterThan(
      Date.parse(first.price_change?.effective_at ?? ""),
    );
    expect(await announcements(buyer)).toHaveLength(2);
    expect((await reprice(owner, skill, { price_per_call: 1 })).price_change).toBeNull();
    await applyPriceChange(skill.id);
    expect(await shown(buyer, skill)).toMatchObject({ price_per_call: 1, price_change: null });
  });

  test("applies once, in whatever process and however often the job runs", async () => {
    const { owner, skill } = await calledSkill();
    await reprice(owner, skill, { price_per_call: 5 });
    await query("test.due.now", "UPDATE skill SET next_terms_at = now() - interval '1 second' WHERE id = $1", [
      skill.id,
    ]);
    const applied = await Promise.all([prices.applyDue(), prices.applyDue(), prices.applyDue()]);
    expect(applied.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await historyOf(owner, skill)).toHaveLength(2);
  });
});

describe("what waits, too", () => {
  test("a second small rise within 7 days, also after a larger one applied; not one after them", async () => {
    const { owner, skill } = await calledSkill();
    expect(await reprice(owner, skill, { price_per_call: 1.1 })).toMatchObject({
      price_per_call: 1.1,
      price_change: null,
    });
    expect(await reprice(owner, skill, { price_per_call: 1.2 })).toMatchObject({
      price_per_call: 1.1,
      price_change: { price_per_call: 1.2 },
    });
    await applyPriceChange(skill.id);
    expect((await reprice(owner, skill, { price_per_call: 1.21 })).price_change).toMatchObject({
      price_per_call: 1.21,
    });
    await reprice(owner, skill, { price_per_call: 1.2 });
    await passDays(skill, 7);
    expect(await reprice(owner, skill, { price_per_call: 1.21 })).toMatchObject({
      price_per_call: 1.21,
      price_change: null,
    });
  });

  test("a rise back to a price that has just fallen", async () => {
    const { owner, skill } = await calledSkill();
    expect((await reprice(owner, skill, { price_per_call: 0.5 })).price_per_call).toBe(0.5);
    expect(await reprice(owner, skill, { price_per_call: 1 })).toMatchObject({
      price_per_call: 0.5,
      price_change: { price_per_call: 1 },
    });
  });

  test("fewer free calls and another pricing type, of which a change by way of the other is no way around", async () => {
    const { owner, buyer, skill } = await calledSkill({ price_per_call: 1, free_calls: 5 });
    expect(await reprice(owner, skill, { free_calls: 0 })).toMatchObject({
      free_calls: 5,
      price_change: { price_per_call: 1, free_calls: 0 },
    });
    expect(await reprice(owner, skill, { free_calls: 5 })).toMatchObject({
      free_calls: 5,
      price_change: null,
    });
    expect(await reprice(owner, skill, { pricing_type: "subscription", price: 3 })).toMatchObject({
      price_change: { price: 3, price_per_call: null, pricing_type: "subscription" },
    });
    expect(await reprice(owner, skill, { pricing_type: "usage", price_per_call: 9 })).toMatchObject({
      price_change: { price: null, price_per_call: 9 },
    });
    expect((await run(buyer.key, skill.slug)).body.usage).toMatchObject({ cost: 0, free: true });
  });
});

test("a subscription that is to be sold per call is announced to whoever renews it, however long ago it began", async () => {
  const owner = await person("Seller");
  const skill = await liveSkill(owner, subscription({ price: 2, subscription_interval: "day" }));
  const buyer = await personWith(10);
  await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
  await query(
    "test.long",
    "UPDATE purchase SET started_at = started_at - interval '40 days', anchor_at = anchor_at - interval '40 days' WHERE buyer_id = $1",
    [buyer.id],
  );
  expect(await reprice(owner, skill, { pricing_type: "usage", price_per_call: 0.1 })).toMatchObject({
    price_change: { price: null, price_per_call: 0.1 },
  });
  expect(await announcements(buyer)).toHaveLength(1);
});

describe("what applies at once", () => {
  test("any price change of a skill without other users", async () => {
    const owner = await person("Seller");
    const skill = await liveSkill(owner, { price_per_call: 1 });
    await run(owner.key, skill.slug);
    expect(await reprice(owner, skill, { price_per_call: 20 })).toMatchObject({
      price_per_call: 20,
      price_change: null,
    });
  });

  test("a change of a skill whose last use is more than 30 days ago", async () => {
    const { owner, skill } = await calledSkill();
    await query(
      "test.old",
      "UPDATE usage_record SET created_at = created_at - interval '31 days' WHERE skill_id = $1",
      [skill.id],
    );
    await query("test.old.days", "DELETE FROM skill_caller_day WHERE skill_id = $1", [skill.id]);
    expect(await reprice(owner, skill, { price_per_call: 20 })).toMatchObject({
      price_per_call: 20,
      price_change: null,
    });
  });

  test("a fall, more free calls, and a first rise of 10 %", async () => {
    const { owner, buyer, skill } = await calledSkill();
    expect((await reprice(owner, skill, { price_per_call: 0.5 })).price_per_call).toBe(0.5);
    expect((await reprice(owner, skill, { free_calls: 5 })).free_calls).toBe(5);
    expect((await reprice(owner, skill, { price_per_call: 0.55 })).price_per_call).toBe(0.55);
    expect(await announcements(buyer)).toEqual([]);
  });
});
