import { beforeAll, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { available, personWith, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

const get = async (path: string) => (await call("GET", `/v1/admin/purchases${path}`, { key: admin.key })).body;
const bought = async () => {
  const developer = await person(`Seller ${unique()}`);
  const skill = await liveSkill(developer, subscription({ price: 4 }));
  const buyer = await personWith(10);
  const { body } = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
  return { developer, skill, buyer, id: String((body.purchase as { id: string }).id) };
};

test("a purchase is found by its buyer, its skill and every id of it", async () => {
  const { developer, skill, buyer, id } = await bought();
  for (const search of [buyer.email, skill.slug, id, buyer.id, skill.id, developer.id]) {
    const { data, total } = await get(`?search=${encodeURIComponent(search)}`);
    expect([search, total, data[0]?.id]).toEqual([search, 1, id]);
  }
  expect((await get(`?search=${skill.slug}&status=expired`)).total).toBe(0);
  expect((await get(`?search=${skill.slug}&refunded=true`)).total).toBe(0);
  expect((await get("?search=%25")).total).toBe(0);
});

test("the preview is what the refund then moves, and moves nothing itself", async () => {
  const { buyer, id } = await bought();
  const { preview } = (await get(`/${id}`)) as unknown as { preview: Record<string, { refunded: number }> };
  expect(preview.full).toEqual({ refunded: 4, from_developer: 3.4, from_fee: 0.6 });
  expect(preview.unused?.refunded).toBeGreaterThan(3.99);
  expect(await available(buyer)).toBe(6);
  await call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It never worked." },
  });
  expect(await available(buyer)).toBe(10);
  expect(await get(`/${id}`)).toMatchObject({
    status: "cancelled",
    refund: { credits: 4, reason: "It never worked." },
    preview: { full: null, unused: null },
  });
  expect(
    (await call("GET", "/v1/admin/purchases/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", { key: admin.key })).status,
  ).toBe(404);
});
