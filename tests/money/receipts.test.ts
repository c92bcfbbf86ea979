import { afterEach, expect, test } from "vitest";
import * as pdf from "@/app/(account)/purchases/[id]/receipt/pdf/route";
import { call } from "@/tests/support/api";
import { expectSound, personWith } from "@/tests/support/money";
import { administrator, liveSkill, person } from "@/tests/support/people";

afterEach(expectSound);

const TERMS = {
  pricing_type: "subscription",
  price: 5,
  price_per_call: null,
  subscription_interval: "month",
};

test("a receipt lists what a purchase cost and what came back, for its buyer alone", async () => {
  const buyer = await personWith(20);
  const { slug } = await liveSkill(await person(), TERMS);
  const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
  const { id } = body.purchase as { id: string };
  const read = async (key?: string) => {
    const headers = { ...(key && { authorization: `Bearer ${key}` }) };
    const request = new Request(`http://market.test/purchases/${id}/receipt/pdf`, { headers });
    const answer = await pdf.GET(request, { params: Promise.resolve({ id }) });
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  const charged = await read(buyer.key);
  expect([charged.status, charged.type]).toEqual([200, "application/pdf"]);
  expect(charged.text).toMatch(/^%PDF-1\.4[\s\S]*Subscription, first term {3}\$5[\s\S]*Total paid: \$5/);
  const admin = await administrator();
  await call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It stopped." },
  });
  expect((await read(buyer.key)).text).toMatch(/Refund {3}-\$5[\s\S]*Total paid: \$0/);
  expect((await read((await person()).key)).status).toBe(404);
  expect((await read()).status).toBe(401);
});
