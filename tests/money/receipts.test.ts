import { expect, test } from "vitest";
import * as pdf from "@/app/(account)/purchases/[id]/receipt/pdf/route";
import { receiptSheet } from "@/lib/demand/purchases/receipt-sheet";
import * as receipts from "@/lib/demand/purchases/receipts";
import type { Caller } from "@/lib/platform/core/caller";
import { call } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { administrator, liveSkill, person } from "@/tests/support/people";

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
  const read = async (key?: string, query = "") => {
    const headers = { ...(key && { authorization: `Bearer ${key}` }) };
    const request = new Request(`http://market.test/purchases/${id}/receipt/pdf${query}`, { headers });
    const { status, headers: answered } = await pdf.GET(request, { params: Promise.resolve({ id }) });
    return { status, type: answered.get("content-type") };
  };
  expect(await read(buyer.key)).toEqual({ status: 200, type: "application/pdf" });
  const caller = { accountId: buyer.id } as Caller;
  const sheetText = async (charge?: string) =>
    JSON.stringify(receiptSheet(await receipts.get(caller, id, charge), null));
  const series = id.slice(-8).toUpperCase();
  const [first] = (await receipts.get(caller, id)).charges;
  for (const part of [`${series}-0001`, "Subscription, first term", "$5.00"]) expect(await sheetText()).toContain(part);
  const admin = await administrator();
  await call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It stopped." },
  });
  for (const part of ["Refund", "-$5.00", "$0.00"]) expect(await sheetText()).toContain(part);
  expect(await sheetText(first?.id)).not.toContain("Refund");
  expect((await read(buyer.key, `?charge=${first?.id}`)).status).toBe(200);
  expect((await read(buyer.key, `?charge=${id}`)).status).toBe(404);
  expect((await read(buyer.key, "?charge=x")).status).toBe(400);
  expect((await read((await person()).key)).status).toBe(404);
  expect((await read()).status).toBe(401);
});
