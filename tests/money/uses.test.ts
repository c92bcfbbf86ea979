import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, send } from "@/tests/support/api";
import { available, earned, personWith, run, subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const usageOf = async (key: string) => (await call("GET", "/v1/usage", { key })).body.data;
const refusedDownload = (key: string, slug: string) => call("GET", `/v1/skills/${slug}/download`, { key });
/** Downloads a package whole and returns how many bytes it has. */
async function downloaded(key: string, slug: string): Promise<number> {
  const response = await send("GET", `/v1/skills/${slug}/download`, { key });
  expect(response.status).toBe(200);
  return (await response.arrayBuffer()).byteLength;
}
const keyOf = async ({ key }: Person, limits: object) =>
  String((await call("POST", "/v1/keys", { key, body: limits })).body.api_key);

describe.each([
  ["the owner", async (owner: Person) => owner],
  ["an administrator", () => administrator()],
])("%s, with an empty wallet,", (_, who) => {
  test("executes what others pay for each time, and takes no free call", async () => {
    const developer = await person();
    const user = await who(developer);
    const { slug } = await liveSkill(developer, { free_calls: 1 });
    const quote = await call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key: user.key, body: {} });
    expect(quote.body).toEqual({ valid: true, min_cost: 0, max_cost: 0, free: false });
    const answer = await run(user.key, slug);
    expect([answer.status, answer.body.usage]).toMatchObject([200, { cost: 0, free: false }]);
    const { access } = (await call("GET", `/v1/skills/${slug}`, { key: user.key })).body;
    expect(access).toMatchObject({ free_calls_left: 1 });
    expect(await available(user)).toBe(0);
    expect(await earned(developer)).toBe(0n);
  });

  test("executes a subscription without a purchase", async () => {
    const developer = await person();
    const user = await who(developer);
    const { slug } = await liveSkill(developer, subscription());
    const answer = await run(user.key, slug);
    expect([answer.status, answer.body.usage]).toMatchObject([200, { cost: 0, free: false }]);
    expect(await usageOf(user.key)).toMatchObject([{ skill: slug, status: "succeeded", cost: 0 }]);
  });

  test("downloads what others pay for, by download and by subscription", async () => {
    const developer = await person();
    const user = await who(developer);
    for (const terms of [{ price_per_call: 2.5 }, subscription()]) {
      const { slug, bytes } = await liveDownload(developer, terms);
      expect(await downloaded(user.key, slug)).toBe(bytes.length);
    }
    expect(await usageOf(user.key)).toMatchObject([
      { kind: "download", cost: 0 },
      { kind: "download", cost: 0 },
    ]);
    expect(await earned(developer)).toBe(0n);
  });
});

describe("a key that is limited to other skills", () => {
  test("can't execute, download or buy other skills, gets the list of its skills, and no endpoint is called", async () => {
    const buyer = await personWith(10);
    const developer = await person();
    const [called, shelf, bought, mine] = [
      await liveSkill(developer),
      await liveDownload(developer, { price_per_call: 1 }),
      await liveSkill(developer, subscription()),
      await liveSkill(developer),
    ];
    const key = await keyOf(buyer, { skills: [mine.slug] });
    const before = upstream.received.length;
    const refused = [
      await run(key, called.slug),
      await call("POST", `/v1/skills/${called.slug}/execute?dry_run=true`, { key, body: {} }),
      await refusedDownload(key, shelf.slug),
      await call("POST", `/v1/skills/${bought.slug}/purchase`, { key }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code, body.error.details])).toEqual(
      [called, called, shelf, bought].map(({ slug }) => [
        403,
        "key_scope",
        { skill: slug, skills: [mine.slug], manage_url: expect.stringMatching(/\/keys$/) },
      ]),
    );
    expect([upstream.received.length - before, await available(buyer)]).toEqual([0, 10]);
    expect((await run(key, mine.slug)).status).toBe(200);
    expect((await run(buyer.key, called.slug)).status).toBe(200);
  });
});

describe("a key with a limit of credits", () => {
  test("neither executes nor downloads beyond it; what the account has is not touched", async () => {
    const buyer = await personWith(10);
    const developer = await person();
    const [called, shelf] = [await liveSkill(developer), await liveDownload(developer, { price_per_call: 1 })];
    const key = await keyOf(buyer, { credit_limit: 0.5, credit_limit_interval: "day" });
    const tooDear = await refusedDownload(key, shelf.slug);
    expect([tooDear.status, tooDear.body.error.code]).toEqual([402, "key_limit_reached"]);
    expect((await run(key, called.slug)).status).toBe(200);
    const spent = await run(key, called.slug);
    expect([spent.status, spent.body.error.code]).toEqual([402, "key_limit_reached"]);
    expect(spent.body.error.details).toEqual(expect.objectContaining({ required: 0.5 }));
    expect(await available(buyer)).toBe(9.5);
    await downloaded(buyer.key, shelf.slug);
    expect(await available(buyer)).toBe(8.5);
  });
});

describe("a download", () => {
  test("by a buyer short of credits is 402, says how many are missing, and is not recorded", async () => {
    const buyer = await personWith(2);
    const { slug } = await liveDownload(await person(), { price_per_call: 2.5 });
    const refused = await refusedDownload(buyer.key, slug);
    expect([refused.status, refused.body.error.code]).toEqual([402, "insufficient_credits"]);
    expect(refused.body.error.details).toMatchObject({ required: 2.5, available: 2, shortfall: 0.5 });
    expect([await available(buyer), await usageOf(buyer.key)]).toEqual([2, []]);
  });
});
