import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let admin: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  admin = await administrator();
});
afterAll(() => upstream.close());

const setFee = (id: string, fee_percent: number | null, by = admin) =>
  call("PUT", `/v1/admin/accounts/${id}/fee`, { key: by.key, body: { fee_percent, reason: "A partner." } });
const earned = async ({ id }: Person) => {
  const { _sum } = await prisma().ledgerEntry.aggregate({
    where: { account: "earnings", ownerId: id },
    _sum: { amountMicros: true },
  });
  return Number(_sum.amountMicros ?? 0n);
};

test("a developer's own fee applies to calls and purchases from then on, and to nobody else's", async () => {
  const [developer, other, buyer] = [await person(), await person(), await personWith(50)];
  const called = await liveSkill(developer, { price_per_call: 1 });
  const bought = await liveSkill(developer, subscription({ price: 10 }));
  const usual = await liveSkill(other, { price_per_call: 1 });
  await run(buyer.key, called.slug);
  expect(await earned(developer)).toBe(850_000);
  expect((await setFee(developer.id, 5.5)).status).toBe(200);
  await run(buyer.key, called.slug);
  expect(await earned(developer)).toBe(850_000 + 945_000);
  await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key, body: {} });
  expect(await earned(developer)).toBe(850_000 + 945_000 + 9_450_000);
  await run(buyer.key, usual.slug);
  expect(await earned(other)).toBe(850_000);
  await setFee(developer.id, null);
  await run(buyer.key, called.slug);
  expect(await earned(developer)).toBe(850_000 + 945_000 + 9_450_000 + 850_000);
});

test("the change is audited with both fees, shown, and the developer is notified once", async () => {
  const developer = await person();
  await Promise.all([setFee(developer.id, 7), setFee(developer.id, 7)]);
  const audited = await prisma().auditEvent.findMany({
    where: { action: "account.fee", subjectId: developer.id },
  });
  expect(audited).toMatchObject([{ actorId: admin.id, details: { before: null, after: 7, reason: "A partner." } }]);
  const notices = await prisma().notification.findMany({
    where: { accountId: developer.id, kind: "fee_changed" },
  });
  expect(notices).toMatchObject([{ data: { percent: 7, before: 15 } }]);
  const { body } = await call("GET", `/v1/admin/accounts/${developer.id}`, { key: admin.key });
  expect(body.fee_percent).toBe(7);
});

test.each([-1, 101, 0.001, "5"])("a fee of %j is refused", async (fee) => {
  const { status, body } = await setFee((await person()).id, fee as number);
  expect([status, body.error.param]).toEqual([400, "fee_percent"]);
});

test("administrators only, and never for themselves", async () => {
  const someone = await person();
  expect((await setFee(someone.id, 5, someone)).status).toBe(403);
  expect((await setFee(admin.id, 0)).body.error.code).toBe("own_account");
  expect((await setFee("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", 5)).status).toBe(404);
});
