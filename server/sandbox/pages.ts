import type { PaymentAction, Sandbox } from "@/server/sandbox/sandbox";
import type { Session } from "@/server/sandbox/store";

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#222;background:#faf9f7}
.mark{background:#fff3d6;border:1px solid #e0b64a;border-radius:6px;padding:.5rem .75rem}button{font:inherit;padding:.5rem .9rem;margin:.25rem .25rem .25rem 0;border:1px solid #aaa;border-radius:6px;background:#fff;cursor:pointer}
button.main{background:#0f6b66;border-color:#0f6b66;color:#fff}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ddd;vertical-align:top}form{display:inline}h1{font-size:1.6rem}`;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const ACTIONS = new Set<PaymentAction>([
  "pay",
  "pay_later",
  "later_succeeds",
  "later_fails",
  "decline",
  "expire",
  "refund",
  "dispute",
  "dispute_won",
  "dispute_lost",
]);
const isAction = (text: string): text is PaymentAction => ACTIONS.has(text as PaymentAction);

function page(title: string, body: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><p class="mark"><strong>Sandbox.</strong> No real money moves here.</p><h1>${title}</h1>${body}</body></html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    },
  });
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

function button(session: Session, action: PaymentAction, label: string, isMain = false): string {
  return `<form method="post" action="/sandbox/checkout/${session.id}/${action}"><button${isMain ? ' class="main"' : ""}>${label}</button></form>`;
}

function checkoutPage(session: Session): Response {
  const buttons = [
    button(session, "pay", `Pay ${dollars(session.amount_total)}`, true),
    button(session, "pay_later", "Pay later (bank debit)"),
    button(session, "decline", "Let the card be declined"),
    button(session, "expire", "Cancel"),
  ];
  return page(
    `Pay ${dollars(session.amount_total)}`,
    `<p>${escapeHtml(session.customer_email ?? "")} buys ${session.amount_total / 100} credits.</p>${session.status === "open" ? buttons.join("") : "<p>This checkout is over.</p>"}`,
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
      ...(isWaiting
        ? [button(session, "later_succeeds", "Debit succeeds"), button(session, "later_fails", "Debit fails")]
        : []),
      ...(charge && !charge.refunded ? [button(session, "refund", "Refund")] : []),
      ...(charge && !charge.disputed ? [button(session, "dispute", "Dispute")] : []),
      ...(dispute?.status === "needs_response"
        ? [button(session, "dispute_won", "Dispute won"), button(session, "dispute_lost", "Dispute lost")]
        : []),
    ];
    return `<tr><td>${escapeHtml(session.customer_email ?? "")}</td><td>${dollars(session.amount_total)}</td><td>${session.status}, ${session.payment_status}${dispute ? `, dispute ${dispute.status}` : ""}</td><td>${actions.join("")}</td></tr>`;
  });
  return page(
    "Payments",
    `<table><tr><th>Payer</th><th>Amount</th><th>State</th><th></th></tr>${rows.join("")}</table>`,
  );
}

/** Serves the sandbox's checkout and its operator's page under `/sandbox`. Forms of other sites are refused. */
export function handleSandboxPage(sandbox: Sandbox, request: Request): Response {
  const [, , section, id, action = ""] = new URL(request.url).pathname.split("/");
  if (section === undefined || section === "") return operatorPage(sandbox);
  const session = sandbox.books.sessions.find((known) => known.id === id);
  if (section !== "checkout" || !session) return new Response("There is no such checkout.", { status: 404 });
  if (request.method !== "POST") return checkoutPage(session);
  const site = request.headers.get("sec-fetch-site");
  if (!isAction(action) || (site !== null && site !== "same-origin"))
    return new Response("This form is not ours.", { status: 403 });
  sandbox.act(session, action);
  const isOperators = !["pay", "pay_later", "decline", "expire"].includes(action);
  const target = isOperators
    ? "/sandbox"
    : action === "pay" || action === "pay_later"
      ? session.success_url
      : action === "decline"
        ? `/sandbox/checkout/${session.id}`
        : session.cancel_url;
  return new Response(null, { status: 303, headers: { location: target } });
}
