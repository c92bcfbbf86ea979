import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { personWith, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

type Signal = {
  kind: string;
  subject: string;
  count: number;
  amount: number | null;
  accounts: { id: string }[];
};
const signals = async (kind: string) => {
  const { body } = await call("GET", "/v1/admin/signals", { key: admin.key });
  return (body.data as unknown as Signal[]).filter((signal) => signal.kind === kind);
};
const idsOf = (signal: Signal | undefined) => signal?.accounts.map(({ id }) => id).toSorted();

/** Somebody signs in from an address. */
const signIn = ({ id }: Person, ipAddress: string) =>
  prisma().session.create({
    data: {
      id: newId(),
      token: newId(),
      accountId: id,
      ipAddress,
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
const buy = async (buyer: Person, slug: string) => {
  const { status, body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
  expect(status).toBe(200);
  return (body.purchase as { id: string }).id;
};
const refund = (id: string) =>
  call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It does not work." },
  });

describe("signals of abuse", () => {
  test("five accounts from one address are one, four are none", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person()));
    for (const one of people.slice(0, 4)) await signIn(one, "203.0.113.50");
    const here = async () => (await signals("shared_address")).find(({ subject }) => subject === "203.0.113.50");
    expect(await here()).toBeUndefined();
    for (const one of people.slice(3)) await signIn(one, "203.0.113.50");
    const found = await here();
    expect(found).toMatchObject({ count: 5, amount: null });
    expect(idsOf(found)).toEqual(people.map(({ id }) => id).toSorted());
  });

  test("three developers who buy from each other in a circle are a ring; a chain is none", async () => {
    const ring = await Promise.all([personWith(20), personWith(20), personWith(20), personWith(20)]);
    const skills = await Promise.all(ring.map((one) => liveSkill(one, subscription({ price: 2 }))));
    const slug = (at: number) => skills[at]?.slug ?? "";
    const [first, second, third, fourth] = ring as [Person, Person, Person, Person];
    await buy(first, slug(1));
    await buy(second, slug(2));
    await buy(third, slug(3));
    const ours = async () =>
      (await signals("buying_ring")).filter(({ accounts }) => accounts.some(({ id }) => id === first.id));
    expect(await ours()).toEqual([]);
    await buy(third, slug(0));
    const [found, ...others] = await ours();
    expect(found).toMatchObject({ count: 3, amount: 6 });
    expect(idsOf(found)).toEqual([first.id, second.id, third.id].toSorted());
    expect(others).toEqual([]);
    await signIn(third, "203.0.113.60");
    await signIn(fourth, "203.0.113.60");
    expect((await signals("shared_with_buyers")).find(({ subject }) => subject === fourth.id)).toMatchObject({
      count: 1,
      amount: 2,
    });
  });

  test("three refunds of one skill or to one buyer are signals, and nothing is suspended", async () => {
    const [developer, buyer] = [await person(), await personWith(50)];
    const skills = [];
    for (let at = 0; at < 3; at++) skills.push(await liveSkill(developer, subscription({ price: 3 })));
    const shared = await liveSkill(developer, subscription({ price: 3 }));
    for (const { slug } of skills) expect((await refund(await buy(buyer, slug))).status).toBe(200);
    for (const other of [await personWith(5), await personWith(5), await personWith(5)])
      await refund(await buy(other, shared.slug));
    expect((await signals("refunded_buyer")).find(({ subject }) => subject === buyer.id)).toMatchObject({
      count: 3,
      amount: 9,
    });
    expect((await signals("refund_spike")).filter(({ accounts }) => accounts[0]?.id === developer.id)).toMatchObject([
      { subject: shared.slug, count: 3, amount: 9 },
    ]);
    const { suspendedAt } = await prisma().account.findUniqueOrThrow({ where: { id: buyer.id } });
    expect(suspendedAt).toBeNull();
  });

  test("administrators only", async () => {
    expect((await call("GET", "/v1/admin/signals", { key: (await person()).key })).status).toBe(403);
    expect((await call("GET", "/v1/admin/signals")).status).toBe(401);
  });
});
