import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let buyer: Person;
let slug: string;
const LISTS = ["/v1/usage", "/v1/purchases", "/v1/ledger"];

async function add(): Promise<void> {
  const bought = await liveSkill(await person(), subscription({ price: 1 }));
  await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key, body: {} });
  await run(buyer.key, slug);
}

beforeAll(async () => {
  upstream = await startUpstream();
  buyer = await personWith(100);
  slug = (await liveSkill(await person(), { price_per_call: 0.1 })).slug;
  for (let count = 0; count < 5; count++) await add();
});
afterAll(() => upstream.close());

const read = (path: string) => call("GET", path, { key: buyer.key });
const idsOf = ({ body }: { body: { data: Record<string, unknown>[] } }) =>
  body.data.map(({ id }) => String(id));
/** The address of the next page, without the origin, as a client follows it. */
const nextOf = (headers: Headers) =>
  /<http:\/\/market\.test([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null;

describe.each(LISTS)("%s", (path) => {
  test("following Link from page to page yields every entry once, also when new ones arrive meanwhile", async () => {
    const before = idsOf(await read(`${path}?limit=100`));
    const found: string[] = [];
    let next: string | null = `${path}?limit=2`;
    while (next) {
      const page = await read(next);
      found.push(...idsOf(page));
      expect(page.body.has_more).toBe(nextOf(page.headers) !== null);
      next = nextOf(page.headers);
      if (found.length === 2) await add();
    }
    expect(found).toEqual(before);
  });

  test("an offset and a cursor together, and what is no id, are refused by name", async () => {
    const [id] = idsOf(await read(path));
    const both = await read(`${path}?offset=1&starting_after=${id}`);
    expect([both.status, both.body.error?.param]).toEqual([400, "offset"]);
    const none = await read(`${path}?starting_after=x`);
    expect([none.status, none.body.error?.param]).toEqual([400, "starting_after"]);
  });
});

test.each(["/v1/usage", "/v1/purchases"])("another account's entry is no cursor in %s", async (path) => {
  const [id] = idsOf(await read(path));
  const other = await call("GET", `${path}?starting_after=${id}`, { key: (await person()).key });
  expect([other.status, other.body.error?.param]).toEqual([400, "starting_after"]);
});

test("a list by offset links to its next, previous and first page with its filters", async () => {
  const { key } = await person();
  const links = async (query: string) =>
    (await call("GET", `/v1/skills?${query}`, { key })).headers.get("link");
  expect(await links("limit=2&sort=newest")).toBe(
    '<http://market.test/v1/skills?limit=2&sort=newest&offset=2>; rel="next"',
  );
  const middle = await links("limit=2&offset=2&sort=newest");
  for (const rel of ["next", "prev", "first"]) expect(middle).toContain(`rel="${rel}"`);
  expect(await links("limit=100")).toBeNull();
});
