import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentSheet } from "@/lib/money/billing/document-sheets";
import * as documents from "@/lib/money/billing/documents";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { broken, tamper } from "@/tests/support/damage";
import { concurrently, personWith } from "@/tests/support/money";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
let admin: Person;
beforeAll(async () => {
  processor = await startProcessor();
  admin = await administrator();
});
afterAll(() => processor.close());

type Paper = {
  id: string;
  kind: string;
  number: string;
  reason: string;
  corrects: string | null;
  net: number;
  total: number;
  order_id: string | null;
};
/** Somebody's documents, oldest first. */
const documentsOf = async ({ key }: Person) =>
  (await call("GET", "/v1/credits/documents", { key })).body.data.toReversed() as Paper[];
/** The texts that the page of a document shows. */
const sheetTextOf = async ({ id: accountId }: Person, id = "") =>
  JSON.stringify(documentSheet(await documents.get({ accountId }, id), null));
const pdfOf = (id: string, key?: string) => call("GET", `/v1/credits/documents/${id}/pdf`, { key });

/** Opens a checkout. */
async function open(someone: Person, amount: number) {
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error(`no session: ${JSON.stringify(body)}`);
  return session;
}
type Session = Awaited<ReturnType<typeof open>>;

/** Lets something happen to a payment, and sends all of its events, each twice. */
async function happen(session: Session, ...action: [Parameters<typeof processor.sandbox.act>[1], number?]) {
  const before = processor.sandbox.books.events.length;
  processor.sandbox.act(session, ...action);
  for (const event of processor.sandbox.books.events.slice(before))
    for (let repeat = 0; repeat < 2; repeat++) await sendEvent(event);
}

describe("receipts and credit notes", () => {
  test("a payment gets one receipt, each part that is returned a credit note, and the sums are what remains of the payment", async () => {
    const someone = await person();
    const session = await open(someone, 30);
    await happen(session, "pay");
    await happen(session, "refund", 1_000);
    await happen(session, "refund", 500);
    const [receipt, ...notes] = await documentsOf(someone);
    expect(receipt).toMatchObject({ kind: "receipt", reason: "payment", net: 30, total: 30, corrects: null });
    expect(notes.map(({ kind, reason, net, corrects }) => [kind, reason, net, corrects])).toEqual([
      ["credit_note", "refund", 10, receipt?.number],
      ["credit_note", "refund", 5, receipt?.number],
    ]);
    const [order] = (await call("GET", "/v1/credits/orders", { key: someone.key })).body.data;
    expect(order?.documents).toEqual(
      [receipt, ...notes].map((paper) => ({ id: paper?.id, kind: paper?.kind, number: paper?.number })),
    );
    expect(order).toMatchObject({ amount: 30, refunded: 15 });
  });

  test("a receipt names its buyer as they were that day, and a later one as they are then", async () => {
    const someone = await person("Ada Byron");
    await happen(await open(someone, 10), "pay");
    const [first] = await documentsOf(someone);
    await prisma().account.update({ where: { id: someone.id }, data: { name: "Countess of Lovelace" } });
    await happen(await open(someone, 10), "pay");
    const second = (await documentsOf(someone)).find(({ id }) => id !== first?.id);
    const [before, after] = await Promise.all([first, second].map((paper) => sheetTextOf(someone, paper?.id)));
    expect(before).toContain("Ada Byron");
    expect(after).toContain("Countess of Lovelace");
    expect(after).not.toContain("Ada Byron");
  });

  test("what comes back to the marketplace gets a receipt that corrects the credit note", async () => {
    const someone = await person();
    const session = await open(someone, 20);
    await happen(session, "pay");
    await happen(session, "dispute");
    await happen(session, "dispute_won");
    await happen(session, "refund", 800);
    await happen(session, "refund_fails");
    const papers = await documentsOf(someone);
    expect(papers.map(({ kind, reason, net }) => [kind, reason, net])).toEqual([
      ["receipt", "payment", 20],
      ["credit_note", "dispute", 20],
      ["receipt", "refund_reversed", 20],
      ["credit_note", "refund", 8],
      ["receipt", "refund_reversed", 8],
    ]);
    expect(papers.map(({ corrects }) => corrects)).toEqual([
      null,
      papers[0]?.number,
      papers[1]?.number,
      papers[0]?.number,
      papers[3]?.number,
    ]);
  });

  test("a refund that arrives before its payment is credited at once, with its credit note", async () => {
    const someone = await person();
    const session = await open(someone, 10);
    const before = processor.sandbox.books.events.length;
    processor.sandbox.act(session, "pay");
    processor.sandbox.act(session, "refund", 1_000);
    const events = processor.sandbox.books.events.slice(before);
    // The first attempt of each event that is too early is refused, and sent again.
    for (const event of [...events.toReversed(), ...events.toReversed()]) await sendEvent(event);
    const papers = await documentsOf(someone);
    expect(papers.map(({ kind, net }) => [kind, net])).toEqual([
      ["receipt", 10],
      ["credit_note", 10],
    ]);
  });

  test("payments and refunds at once are numbered without a gap, in the order of their dates", async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, async () => open(await person(), 5)));
    const start = processor.sandbox.books.events.length;
    for (const session of sessions) processor.sandbox.act(session, "pay");
    const paid = processor.sandbox.books.events.slice(start);
    await concurrently(paid.length * 2, 8, (at) => sendEvent(paid[at % paid.length] ?? {}));
    const next = processor.sandbox.books.events.length;
    for (const session of sessions) processor.sandbox.act(session, "refund");
    const returned = processor.sandbox.books.events.slice(next);
    await concurrently(returned.length * 2, 8, (at) => sendEvent(returned[at % returned.length] ?? {}));
    for (const kind of ["receipt", "credit_note"]) {
      const rows = await prisma().document.findMany({ where: { kind }, orderBy: { number: "asc" } });
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
      const times = rows.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  test("a refund of a purchase gets a credit note that corrects the purchase's receipt", async () => {
    const buyer = await personWith(20);
    const terms = {
      pricing_type: "subscription",
      price: 5,
      price_per_call: null,
      subscription_interval: "month",
    };
    const { slug } = await liveSkill(await person(), terms);
    const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    const { id } = body.purchase as { id: string };
    const refund = { key: admin.key, body: { refund: "full", reason: "It stopped." } };
    for (let repeat = 0; repeat < 2; repeat++) await call("POST", `/v1/admin/purchases/${id}/refund`, refund);
    const [note, ...others] = await documentsOf(buyer);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ kind: "credit_note", reason: "purchase_refund", net: 5, corrects: id });
  });

  test("its PDF names the operator as it was that day, and is for its account alone", async () => {
    const someone = await person();
    const settings = (operator_name: string, operator_details: string[]) =>
      call("PATCH", "/v1/admin/settings", { key: admin.key, body: { operator_name, operator_details } });
    await settings("Example Ltd", ["1 Main Street", "VAT GB123"]);
    const session = await open(someone, 12.5);
    await happen(session, "pay");
    await happen(session, "refund", 250);
    await settings("Another Ltd", []);
    const [receipt, note] = await documentsOf(someone);
    const pdf = await pdfOf(note?.id ?? "", someone.key);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const text = await sheetTextOf(someone, note?.id);
    for (const part of ["Credit note", note?.number, receipt?.number, "Example Ltd", "VAT GB123", "$2.50"])
      expect(text).toContain(part);
    expect((await pdfOf(note?.id ?? "", (await person()).key)).status).toBe(404);
    expect((await pdfOf(note?.id ?? "")).status).toBe(401);
  });

  test("none can be changed or deleted, and one that is missing or wrong is found", async () => {
    const someone = await person();
    await happen(await open(someone, 5), "pay");
    const [paper] = await documentsOf(someone);
    const where = { id: paper?.id ?? "" };
    await expect(prisma().document.update({ where, data: { netMicros: 1n } })).rejects.toThrow(/append-only/);
    await expect(prisma().document.delete({ where })).rejects.toThrow(/append-only/);
    const change = (sign: string) =>
      tamper([`UPDATE document SET net_micros = net_micros ${sign} 1 WHERE id = $1`, [where.id]]);
    await change("+");
    expect(await broken()).toEqual(["receipts and credit notes follow the ledger"]);
    await change("-");
    const shift = (number: number) =>
      tamper(["UPDATE document SET number = number + $2 WHERE id = $1", [where.id, number]]);
    await shift(1_000);
    expect(await broken()).toEqual(["numbers of receipts and credit notes have no gap"]);
    await shift(-1_000);
  });
});
