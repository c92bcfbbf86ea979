import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateCounters } from "@/lib/supply/catalog/counters";
import { call } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { fund } from "@/tests/support/organizations";
import { liveSkill, person } from "@/tests/support/people";
import { allCounted } from "@/tests/support/rollups";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const review = (key: string, slug: string, body: object) => call("PUT", `/v1/skills/${slug}/reviews`, { key, body });
const subscription = { pricing_type: "subscription", price: 1, price_per_call: null };

describe("/v1/skills/{slug}/reviews", () => {
  test("a buyer reviews once, may change and remove it, and the listing follows", async () => {
    const buyer = await personWith(5);
    const { slug } = await liveSkill(await person(), subscription);
    const early = await review(buyer.key, slug, { rating: 5 });
    expect([early.status, early.body.error.code]).toEqual([403, "review_not_allowed"]);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    expect((await review(buyer.key, slug, { rating: 5, text: "Good." })).status).toBe(200);
    expect((await review(buyer.key, slug, { rating: 4, text: "Fine." })).body).toMatchObject({
      rating: 4,
      text: "Fine.",
      is_own: true,
    });
    const rating = async () => (await call("GET", `/v1/skills/${slug}`, { key: buyer.key })).body.rating;
    expect(await rating()).toEqual({ average: 4, count: 1, histogram: [0, 0, 0, 1, 0] });
    expect((await call("GET", `/v1/skills/${slug}/reviews`, { key: buyer.key })).body).toMatchObject({
      total: 1,
      data: [{ rating: 4, author: { name: "Buyer" } }],
    });
    expect((await call("DELETE", `/v1/skills/${slug}/reviews`, { key: buyer.key })).status).toBe(200);
    expect((await call("DELETE", `/v1/skills/${slug}/reviews`, { key: buyer.key })).status).toBe(404);
    expect(await rating()).toEqual({ average: null, count: 0, histogram: [0, 0, 0, 0, 0] });
  });

  test("three successful calls are as good as a purchase; one's own skill is not reviewed", async () => {
    const developer = await person();
    const caller = await personWith(5);
    const { slug } = await liveSkill(developer);
    for (let i = 0; i < 2; i++) await run(caller.key, slug);
    expect((await review(caller.key, slug, { rating: 3 })).status).toBe(403);
    await run(caller.key, slug);
    expect((await review(caller.key, slug, { rating: 3 })).status).toBe(200);
    expect((await review(developer.key, slug, { rating: 5 })).body.error.code).toBe("own_skill");
  });

  test.each([
    ["calls", { free_calls: 3 }],
    ["a purchase", { ...subscription, price: 0 }],
  ])("%s that cost nothing are worth a review, which does not count without credits", async (_, fields) => {
    const user = await person();
    const { slug } = await liveSkill(await person(), fields);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: user.key });
    for (let i = 0; i < 3; i++) expect((await run(user.key, slug)).status).toBe(200);
    expect((await review(user.key, slug, { rating: 5 })).status).toBe(200);
    const ratingOf = async () => (await call("GET", `/v1/skills/${slug}`, { key: user.key })).body.rating;
    expect(await ratingOf()).toMatchObject({ average: null, count: 0 });
    expect((await call("GET", `/v1/skills/${slug}/reviews`, { key: user.key })).body.total).toBe(1);
    await fund(user, 1);
    expect((await review(user.key, slug, { rating: 4 })).status).toBe(200);
    expect(await ratingOf()).toMatchObject({ average: 4, count: 1 });
  });

  test("parallel reviews are all counted, and one enthusiast does not lead the list", async () => {
    const developer = await person();
    const [popular, single] = await Promise.all([
      liveSkill(developer, subscription),
      liveSkill(developer, subscription),
    ]);
    const buyers = await Promise.all(Array.from({ length: 12 }, () => personWith(5)));
    for (const { key } of buyers) await call("POST", `/v1/skills/${popular.slug}/purchase`, { key });
    await call("POST", `/v1/skills/${single.slug}/purchase`, { key: buyers[0]?.key });
    await Promise.all(buyers.map(({ key }, i) => review(key, popular.slug, { rating: i < 10 ? 5 : 4 })));
    await review(buyers[0]?.key ?? "", single.slug, { rating: 5 });
    const sorted = (await call("GET", "/v1/skills?sort=rating&limit=2", { key: developer.key })).body.data;
    expect(sorted.map(({ slug }) => slug)).toEqual([popular.slug, single.slug]);
    expect(sorted[0]).toMatchObject({ rating: { average: 4.83, count: 12 } });
  });

  test("purchases and successful calls make a skill popular; folding twice changes nothing", async () => {
    const caller = await personWith(5);
    const { slug } = await liveSkill(await person());
    for (let i = 0; i < 3; i++) await run(caller.key, slug);
    await Promise.all([allCounted(), allCounted()]);
    expect(await updateCounters()).toBe(0);
    expect((await call("GET", `/v1/skills/${slug}`, { key: caller.key })).body).toMatchObject({
      call_count: 3,
      purchase_count: 0,
    });
  });

  test.each([
    [{ rating: 0 }, "rating"],
    [{ rating: 6 }, "rating"],
    [{ rating: 4.5 }, "rating"],
    [{ rating: 5, text: "x".repeat(2001) }, "text"],
  ])("%j is refused by name", async (body, param) => {
    const { slug } = await liveSkill(await person());
    const answer = await review((await person()).key, slug, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });
});
