import { cardTable, handleCardPage } from "@/dev/sandbox/cards-pages";
import { connectTables, handleConnectPage } from "@/dev/sandbox/connect-pages";
import { type DisputeAction, isDisputeAction, stepsOf } from "@/dev/sandbox/disputes";
import { dollars, formButton, isOwnForm, page, seeOther } from "@/dev/sandbox/html";
import { refundOf } from "@/dev/sandbox/refunds";
import type { PaymentAction, Sandbox } from "@/dev/sandbox/sandbox";
import type { Session } from "@/dev/sandbox/store";
import { escapeHtml } from "@/host/plain-page";

const ACTIONS = new Set<PaymentAction>([
  "pay",
  "pay_later",
  "later_succeeds",
  "later_fails",
  "decline",
  "expire",
  "refund",
  "refund_fails",
]);
const isAction = (text: string): text is PaymentAction => ACTIONS.has(text as PaymentAction) || isDisputeAction(text);

const DISPUTE_LABELS: Record<DisputeAction, string> = {
  dispute: "Dispute",
  inquire: "Bank inquires",
  prevent: "Dispute prevented",
  inquiry_escalates: "Inquiry becomes a dispute",
  inquiry_closed: "Inquiry closed",
  dispute_won: "Dispute won",
  dispute_lost: "Dispute lost",
  dispute_appealable: "Allow an appeal",
  dispute_appealed: "Appeal",
};
const OPENINGS: DisputeAction[] = ["dispute", "inquire", "prevent"];

const button = (session: Session, action: PaymentAction, label: string, isMain = false) =>
  formButton(`checkout/${session.id}/${action}`, label, isMain);

function checkoutPage(session: Session, isDeclined: boolean): Response {
  const buttons = [
    button(session, "pay", `Pay ${dollars(session.amount_total)}`, true),
    button(session, "pay_later", "Pay later (bank debit)"),
    button(session, "decline", "Let the card be declined"),
    `<p><a href="${escapeHtml(session.cancel_url)}">Cancel</a></p>`,
  ];
  const declined = isDeclined
    ? '<p role="alert"><strong>Your card was declined.</strong> Nothing was charged. Pay another way, or cancel.</p>'
    : "";
  const back = session.status === "complete" ? session.success_url : session.cancel_url;
  const over = `<p>This checkout is over. <a href="${escapeHtml(back)}">Back to the marketplace</a></p>`;
  return page(
    `Pay ${dollars(session.amount_total)}`,
    `${session.status === "open" ? declined : ""}<p>${escapeHtml(session.customer_email ?? "")} adds ${dollars(session.amount_subtotal)} to the balance${session.total_details.amount_tax > 0 ? `, plus ${dollars(session.total_details.amount_tax)} tax` : ""}. ${escapeHtml(session.sandbox.description ?? "")}</p>${session.status === "open" ? buttons.join("") : over}`,
  );
}

function operatorPage(sandbox: Sandbox): Response {
  const rows = sandbox.books.sessions.toReversed().map((session) => {
    const charge = sandbox.books.charges.find(
      ({ payment_intent }) => payment_intent === session.payment_intent && payment_intent !== null,
    );
    const dispute = charge && sandbox.books.disputes.find((opened) => opened.charge === charge.id);
    const isWaiting = session.status === "complete" && session.payment_status === "unpaid";
    const actions = [
      ...(session.status === "open" ? [button(session, "expire", "Expire")] : []),
      ...(isWaiting
        ? [button(session, "later_succeeds", "Debit succeeds"), button(session, "later_fails", "Debit fails")]
        : []),
      ...(charge && !charge.refunded ? [button(session, "refund", "Refund")] : []),
      ...(charge && refundOf(sandbox.books, charge)
        ? [button(session, "refund_fails", "Refund fails at the bank")]
        : []),
      ...(charge && !charge.disputed ? OPENINGS : dispute ? stepsOf(dispute) : []).map((action) =>
        button(session, action, DISPUTE_LABELS[action]),
      ),
    ];
    return `<tr><td>${escapeHtml(session.customer_email ?? "")}</td><td>${dollars(session.amount_total)}</td><td>${session.status}, ${session.payment_status}${dispute ? `, dispute ${dispute.status}` : ""}</td><td>${actions.join("")}</td></tr>`;
  });
  return page(
    "Payments",
    `<table><tr><th>Payer</th><th>Amount</th><th>State</th><th></th></tr>${rows.join("")}</table>${cardTable(sandbox)}${connectTables(sandbox)}`,
  );
}

/** Serves the sandbox's checkout and its operator's page under `/sandbox`. Forms of other sites are refused. */
export function handleSandboxPage(sandbox: Sandbox, request: Request): Response {
  const [, , section, id, action = ""] = new URL(request.url).pathname.split("/");
  if (section === undefined || section === "") return operatorPage(sandbox);
  const other = handleConnectPage(sandbox, request) ?? handleCardPage(sandbox, request);
  if (other) return other;
  const session = sandbox.books.sessions.find((known) => known.id === id);
  if (section !== "checkout" || !session) return new Response("There is no such checkout.", { status: 404 });
  if (request.method !== "POST") return checkoutPage(session, new URL(request.url).searchParams.has("declined"));
  if (!isAction(action) || !isOwnForm(request)) return new Response("This form is not ours.", { status: 403 });
  sandbox.act(session, action);
  const isOperators = !["pay", "pay_later", "decline", "expire"].includes(action);
  const target = isOperators
    ? "/sandbox"
    : action === "pay" || action === "pay_later"
      ? session.success_url
      : action === "decline"
        ? `/sandbox/checkout/${session.id}?declined`
        : session.cancel_url;
  return seeOther(target);
}
