import { type CardBehaviour, TEST_CARDS } from "@/dev/sandbox/cards-store";
import { dollars, formButton, isOwnForm, page, seeOther } from "@/dev/sandbox/html";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import { escapeHtml } from "@/host/plain-page";

const LABELS: Record<CardBehaviour, string> = {
  good: "Save the card that works",
  declines: "Save a card that is declined later",
  asks: "Save a card whose bank asks the payer each time",
};
const isBehaviour = (text: string): text is CardBehaviour => Object.hasOwn(TEST_CARDS, text);

/** The operator's table of payments with saved cards, which no checkout shows. */
export function cardTable({ books }: Sandbox): string {
  const rows = books.charges
    .filter(({ payment_method }) => payment_method !== null)
    .toReversed()
    .map(({ id, receipt_email, amount, refunded }) => {
      const state = refunded ? "refunded" : "paid";
      const action = refunded ? "" : formButton(`charges/${id}/refund`, "Refund");
      return `<tr><td>${escapeHtml(receipt_email ?? "")}</td><td>${dollars(amount)}</td><td>${state}</td><td>${action}</td></tr>`;
    });
  if (rows.length === 0) return "";
  return `<h2>With saved cards</h2><table><tr><th>Payer</th><th>Amount</th><th>State</th><th></th></tr>${rows.join("")}</table>`;
}

function refundCharge(sandbox: Sandbox, request: Request, id: string): Response {
  const charge = sandbox.books.charges.find((known) => known.id === id);
  if (!charge || request.method !== "POST") return new Response("There is no such charge.", { status: 404 });
  if (!isOwnForm(request)) return new Response("This form is not ours.", { status: 403 });
  sandbox.refund(charge);
  return seeOther("/sandbox");
}

/** Serves the page on which a card is saved, receipts and refunds; null for any other path. */
export function handleCardPage(sandbox: Sandbox, request: Request): Response | null {
  const [, , section, id, action = ""] = new URL(request.url).pathname.split("/");
  if (section === "receipts") return receiptPage(sandbox, id ?? "");
  if (section === "charges") return refundCharge(sandbox, request, id ?? "");
  if (section !== "cards") return null;
  const setup = sandbox.books.setups.find((known) => known.id === id);
  if (!setup) return new Response("There is no such page.", { status: 404 });
  if (request.method !== "POST") {
    const buttons = Object.entries(TEST_CARDS).map(([behaviour, last4]) =>
      formButton(
        `cards/${setup.id}/${behaviour}`,
        `${LABELS[behaviour as CardBehaviour]} (•••• ${last4})`,
        behaviour === "good",
      ),
    );
    const form = `<p>The card is charged later, when the balance falls below the threshold.</p>${buttons.join("<br>")}`;
    return page("Save a card", setup.status === "open" ? form : "<p>This page is over.</p>");
  }
  if (!isBehaviour(action) || !isOwnForm(request)) return new Response("This form is not ours.", { status: 403 });
  sandbox.cards.finish(setup, action);
  return seeOther(setup.success_url);
}

function receiptPage({ books }: Sandbox, id: string): Response {
  const charge = books.charges.find((known) => known.id === id);
  if (!charge) return new Response("There is no such receipt.", { status: 404 });
  const paid = new Date(charge.created * 1000).toISOString();
  const back =
    charge.amount_refunded > 0 ? `<tr><th>Refunded</th><td>${dollars(charge.amount_refunded)}</td></tr>` : "";
  return page(
    `Receipt for ${dollars(charge.amount)}`,
    `<table><tr><th>Number</th><td>${charge.id}</td></tr><tr><th>Paid by</th><td>${escapeHtml(charge.receipt_email ?? "–")}</td></tr><tr><th>Paid</th><td><time>${paid}</time></td></tr><tr><th>Amount</th><td>${dollars(charge.amount)}</td></tr>${back}</table>`,
  );
}
