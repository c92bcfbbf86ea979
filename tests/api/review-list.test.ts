import { beforeAll, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { personWith, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";

const RATINGS = [5, 3, 5, 1];
let slug: string;
let reader: Person;
beforeAll(async () => {
  ({ slug } = await liveSkill(await person(), subscription({ price: 1 })));
  reader = await person();
  for (const rating of RATINGS) {
    const { key } = await personWith(2);
    await call("POST", `/v1/skills/${slug}/purchase`, { key, body: {} });
    expect((await call("PUT", `/v1/skills/${slug}/reviews`, { key, body: { rating } })).status).toBe(200);
  }
});
const list = async (query: string) => {
  const { status, body } = await call("GET", `/v1/skills/${slug}/reviews?${query}`, { key: reader.key });
  return { status, total: body.total, ratings: body.data?.map(({ rating }) => rating), error: body.error };
};

test.each([
  ["", [1, 5, 3, 5]],
  ["sort=highest", [5, 5, 3, 1]],
  ["sort=lowest", [1, 3, 5, 5]],
  ["sort=lowest&limit=2&offset=1", [3, 5]],
])("reviews are sorted (%j)", async (query, ratings) => {
  expect(await list(query)).toMatchObject({ total: 4, ratings });
});

test("reviews of one rating are counted and shown alone", async () => {
  expect(await list("rating=5")).toMatchObject({ total: 2, ratings: [5, 5] });
  expect(await list("rating=2")).toMatchObject({ total: 0, ratings: [] });
});

test("the skill says how its stars are spread", async () => {
  const { body } = await call("GET", `/v1/skills/${slug}`, { key: reader.key });
  expect(body.rating).toEqual({ average: 3.5, count: 4, histogram: [1, 0, 1, 0, 2] });
});

test.each(["rating=0", "rating=6", "sort=best"])("%s is refused by name", async (query) => {
  const { status, error } = await list(query);
  expect([status, error?.param]).toEqual([400, query.split("=")[0]]);
});
