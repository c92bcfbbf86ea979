import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { excuse, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

// Payouts are written by hand.
excuse(["payouts and their returns are posted"]);

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let buyer: Person;
let slug: string;
const endpointId = newId();
const DELIVERIES = `/v1/webhooks/${endpointId}/deliveries`;
const OWN_LISTS = ["/v1/usage", "/v1/purchases", "/v1/notifications", "/v1/credits/orders", "/v1/developer/payouts"];
const LISTS = [...OWN_LISTS, "/v1/ledger", DELIVERIES];

async function add(): Promise<void> {
  const bought = await liveSkill(await person(), subscription({ price: 1 }));
  await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key, body: {} });
  await run(buyer.key, slug);
  await prisma().notification.create({
    data: {
      id: newId(),
      accountId: buyer.id,
      kind: "first_sale",
      subject: newId(),
      data: {},
      mailDueAt: null,
    },
  });
  await prisma().topupOrder.create({
    data: {
      id: newId(),
      accountId: buyer.id,
      amountCents: 1000n,
      creditsMicros: 10_000_000n,
      state: "expired",
    },
  });
  await prisma().payout.create({
    data: {
      id: newId(),
      developerId: buyer.id,
      destination: "acct_1",
      amountMicros: 10_000n,
      returnedMicros: 10_000n,
      state: "failed",
      origin: "requested",
      nextTryAt: new Date(),
      createdAt: new Date(),
    },
  });
  await prisma().webhookDelivery.create({
    data: { id: newId(), endpointId, type: "webhook.test", data: {}, nextTryAt: null },
  });
}

beforeAll(async () => {
  upstream = await startUpstream();
  buyer = await personWith(100);
  slug = (await liveSkill(await person(), { price_per_call: 0.1 })).slug;
  await prisma().webhookEndpoint.create({
    data: {
      id: endpointId,
      accountId: buyer.id,
      url: "https://example.com/hook",
      active: false,
      secret: "whsec_test",
    },
  });
  for (let count = 0; count < 5; count++) await add();
});
afterAll(() => upstream.close());

const read = (path: string) => call("GET", path, { key: buyer.key });
const idsOf = ({ body }: { body: { data: Record<string, unknown>[] } }) => body.data.map(({ id }) => String(id));
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

test.each(OWN_LISTS)("another account's entry is no cursor in %s", async (path) => {
  const [id] = idsOf(await read(path));
  const other = await call("GET", `${path}?starting_after=${id}`, { key: (await person()).key });
  expect([other.status, other.body.error?.param]).toEqual([400, "starting_after"]);
});

test("another endpoint's delivery is no cursor", async () => {
  const other = newId();
  await prisma().webhookEndpoint.create({
    data: {
      id: other,
      accountId: buyer.id,
      url: "https://example.com/other",
      active: false,
      secret: "whsec_test",
    },
  });
  const [id] = idsOf(await read(DELIVERIES));
  const page = await read(`/v1/webhooks/${other}/deliveries?starting_after=${id}`);
  expect([page.status, page.body.error?.param]).toEqual([400, "starting_after"]);
});

test("an entry that has left the filter since is still a cursor", async () => {
  const before = idsOf(await read("/v1/notifications?unread=true&limit=100"));
  const [first, ...others] = before;
  await call("POST", "/v1/notifications/read", { key: buyer.key, body: { ids: [first] } });
  const page = await read(`/v1/notifications?unread=true&limit=100&starting_after=${first}`);
  expect(idsOf(page)).toEqual(others);
});

test("a list by offset links to its next, previous and first page with its filters", async () => {
  const { key } = await person();
  const links = async (query: string) => (await call("GET", `/v1/skills?${query}`, { key })).headers.get("link");
  expect(await links("limit=2&sort=newest")).toBe(
    '<http://market.test/v1/skills?limit=2&sort=newest&offset=2>; rel="next"',
  );
  const middle = await links("limit=2&offset=2&sort=newest");
  for (const rel of ["next", "prev", "first"]) expect(middle).toContain(`rel="${rel}"`);
  expect(await links("limit=100")).toBeNull();
});
