import { afterAll, beforeAll, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { prisma, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { type Answer, call } from "@/tests/support/api";
import { byStatus, concurrently, earned, expectSound, personWith, run, subscription } from "@/tests/support/money";
import {
  actingFor,
  member,
  organization,
  type Signed,
  type TestOrganization,
  verified,
} from "@/tests/support/organizations";
import { administrator, liveSkill, type Person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const headers = actingFor;
const codeOf = ({ status, body }: Pick<Answer, "status" | "body">) => [status, body.error?.code];
const offer = (by: Signed, id: string, to: string, acting?: TestOrganization) =>
  by.visitor.api("PUT", `/v1/developer/skills/${id}/transfer`, {
    body: { to },
    ...(acting && { headers: headers(acting) }),
  });
const accept = (by: Signed, id: string, acting?: TestOrganization) =>
  by.visitor.api("POST", `/v1/developer/transfers/${id}/accept`, acting ? { headers: headers(acting) } : {});
const end = (by: Signed, id: string) => by.visitor.api("DELETE", `/v1/developer/transfers/${id}`);
const earnedBy = async ({ id }: Pick<Person, "id">) => earned({ id } as Person);

/** The end of a purchase's term comes. */
const due = (buyer: Person) =>
  query(
    "test.due",
    `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
       current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
    [buyer.id],
  );

test("a skill goes to an organization and back: buyers keep everything, and each sale stays its seller's", async () => {
  const [seller, acme, buyer, admin] = await Promise.all([verified(), organization(), personWith(20), administrator()]);
  const { id, slug } = await liveSkill(seller.person, subscription({ price: 2, subscription_interval: "day" }));
  const metered = await liveSkill(seller.person, { price_per_call: 1 });
  const bought = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
  const sale = await earnedBy(seller.person);
  expect(sale).toBeGreaterThan(0n);

  expect((await offer(seller, id, acme.handle)).body).toMatchObject({ direction: "out", to: { handle: acme.handle } });
  const offers = await acme.owner.visitor.api("GET", "/v1/developer/transfers", { headers: headers(acme) });
  expect(offers.body.data).toMatchObject([{ skill: { id, slug }, direction: "in" }]);
  expect((await accept(acme.owner, id, acme)).body).toEqual({ id, state: "accepted" });
  expect(codeOf(await accept(acme.owner, id, acme))).toEqual([404, "not_found"]);

  const seen = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
  expect(seen.body).toMatchObject({ developer: { handle: acme.handle }, access: { owned: true, reason: "purchase" } });
  expect((await run(buyer.key, slug)).status).toBe(200);
  expect((await call("GET", `/v1/developer/skills/${id}`, { key: seller.person.key })).status).toBe(404);
  expect(await earnedBy(acme)).toBe(0n);

  // The renewal is the new owner's sale; a refund of it is theirs, too, and the first sale stays the seller's.
  await due(buyer);
  await renewDue();
  expect([await earnedBy(seller.person), await earnedBy(acme)]).toEqual([sale, sale]);
  const purchase = (bought.body.purchase as { id: string }).id;
  const refunded = await call("POST", `/v1/admin/purchases/${purchase}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "Did not work." },
  });
  expect(refunded.status).toBe(200);
  expect([await earnedBy(seller.person), await earnedBy(acme)]).toEqual([sale, 0n]);

  // Metered sales follow the owner, also back to a person.
  await offer(seller, metered.id, acme.handle);
  await accept(acme.owner, metered.id, acme);
  expect((await run(buyer.key, metered.slug)).status).toBe(200);
  const share = await earnedBy(acme);
  expect(share).toBeGreaterThan(0n);
  const handle = (await prisma().account.findUniqueOrThrow({ where: { id: seller.person.id } })).handle;
  expect((await offer(acme.owner, metered.id, handle, acme)).status).toBe(200);
  expect((await accept(seller, metered.id)).status).toBe(200);
  expect((await run(buyer.key, metered.slug)).status).toBe(200);
  expect([await earnedBy(seller.person), await earnedBy(acme)]).toEqual([sale + share, share]);
  const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=transfer`);
  expect(log.body.data.map(({ action }) => action)).toEqual([
    "transfer.accept",
    "transfer.offer",
    "transfer.accept",
    "transfer.accept",
  ]);
  await expectSound();
});

test("a refund of a sale before the transfer is the former owner's", async () => {
  const [seller, acme, buyer, admin] = await Promise.all([verified(), organization(), personWith(20), administrator()]);
  const { id, slug } = await liveSkill(seller.person, subscription({ price: 2 }));
  const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
  await offer(seller, id, acme.handle);
  await accept(acme.owner, id, acme);
  const refund = { refund: "full", reason: "Did not work." };
  const path = `/v1/admin/purchases/${(body.purchase as { id: string }).id}/refund`;
  expect((await call("POST", path, { key: admin.key, body: refund })).status).toBe(200);
  expect([await earnedBy(seller.person), await earnedBy(acme)]).toEqual([0n, 0n]);
  await expectSound();
});

test("calls during a transfer are each one seller's sale", async () => {
  const [seller, acme, buyer] = await Promise.all([verified(), organization(), personWith(20)]);
  const { id, slug } = await liveSkill(seller.person, { price_per_call: 1 });
  await offer(seller, id, acme.handle);
  const [calls, accepted] = await Promise.all([
    concurrently(8, 4, () => run(buyer.key, slug)),
    concurrently(3, 3, () => accept(acme.owner, id, acme)),
  ]);
  expect(byStatus(calls)).toEqual({ 200: 8 });
  expect(byStatus(accepted)).toEqual({ 200: 1, 404: 2 });
  const { body } = await call("GET", "/v1/balance", { key: buyer.key });
  expect(body.available).toBe(12);
  const fee = 8_000_000n - (await earnedBy(seller.person)) - (await earnedBy(acme));
  expect(fee).toBe(1_200_000n);
  await expectSound();
});

test("both sides confirm, in a session: others, keys, members and private skills are refused", async () => {
  const [seller, acme, stranger] = await Promise.all([verified(), organization(), verified()]);
  const developer = await member(acme, "developer");
  const { id } = await liveSkill(seller.person, { price_per_call: 1 });
  const body = { to: acme.handle };
  const path = `/v1/developer/skills/${id}/transfer`;
  expect(codeOf(await call("PUT", path, { key: seller.person.key, body }))).toEqual([403, "session_required"]);
  expect(codeOf(await offer(stranger, id, acme.handle))).toEqual([404, "not_found"]);
  const other = (await prisma().account.findUniqueOrThrow({ where: { id: stranger.person.id } })).handle;
  for (const to of [other, "unknown-handle"])
    expect(codeOf(await offer(seller, id, to))).toEqual([400, "invalid_request"]);
  await offer(seller, id, acme.handle);
  expect(codeOf(await accept(stranger, id))).toEqual([404, "not_found"]);
  expect(codeOf(await accept(developer, id, acme))).toEqual([403, "role_required"]);
  expect((await end(seller, id)).body).toEqual({ id, state: "ended" });
  expect(codeOf(await accept(acme.owner, id, acme))).toEqual([404, "not_found"]);
  expect(codeOf(await end(seller, newId()))).toEqual([404, "not_found"]);
  await offer(seller, id, acme.handle);
  await query("test.expire", "UPDATE skill_transfer SET expires_at = now() WHERE skill_id = $1", [id]);
  expect(codeOf(await accept(acme.owner, id, acme))).toEqual([404, "not_found"]);
});
