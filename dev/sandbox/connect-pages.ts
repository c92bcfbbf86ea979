import type { AccountAction } from "@/dev/sandbox/connect";
import type { ConnectedAccount } from "@/dev/sandbox/connect-store";
import { dollars, formButton, isOwnForm, page, seeOther } from "@/dev/sandbox/html";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import { escapeHtml } from "@/host/plain-page";

/** What a form does to an account, and whether it is the operator's. */
const ACCOUNT_ACTIONS: Record<AccountAction, { isOperators: boolean }> = {
  finish: { isOperators: false },
  fail_verification: { isOperators: false },
  later: { isOperators: false },
  refuse_transfers: { isOperators: true },
  bank_refuses: { isOperators: true },
  deauthorize: { isOperators: true },
};
const isAccountAction = (text: string): text is AccountAction => Object.hasOwn(ACCOUNT_ACTIONS, text);

function onboardingPage(account: ConnectedAccount): Response {
  const form = (action: AccountAction, label: string, isMain = false) =>
    formButton(`connect/${account.id}/${action}`, label, isMain);
  return page(
    "Get paid",
    `<p>${escapeHtml(account.email ?? "")} connects a bank account (${escapeHtml(account.country)}) for payouts. At the real processor this form asks for a name, an address, a document and a bank account.</p>
${form("finish", "Finish with a test bank account", true)}${form("fail_verification", "Finish with a document that cannot be verified")}${form("later", "Leave it for later")}`,
  );
}

/** The operator's tables of developers' accounts and of the payouts to them. */
export function connectTables({ books }: Sandbox): string {
  const accounts = books.accounts.toReversed().map((account) => {
    const { refusesTransfers, bankRefuses } = account.sandbox;
    const state = account.payouts_enabled ? "ready" : account.details_submitted ? "restricted" : "incomplete";
    const actions = [
      formButton(`connect/${account.id}/refuse_transfers`, refusesTransfers ? "Take transfers" : "Refuse transfers"),
      formButton(`connect/${account.id}/bank_refuses`, bankRefuses ? "Bank takes payouts" : "Bank refuses payouts"),
      formButton(`connect/${account.id}/deauthorize`, "Withdraw access"),
    ];
    return `<tr><td>${escapeHtml(account.email ?? account.id)}</td><td>${state}${refusesTransfers ? ", refuses transfers" : ""}${bankRefuses ? ", bank refuses" : ""}</td><td>${actions.join("")}</td></tr>`;
  });
  const transfers = books.transfers.toReversed().map((transfer) => {
    const account = books.accounts.find(({ id }) => id === transfer.destination);
    const payout = books.bankPayouts.find(
      ({ metadata }) => metadata.payout_id !== undefined && metadata.payout_id === transfer.metadata.payout_id,
    );
    const actions = [
      ...(payout?.status === "pending" ? [formButton(`payouts/${transfer.id}/arrive`, "Arrives at the bank")] : []),
      ...(payout && payout.status !== "failed" ? [formButton(`payouts/${transfer.id}/fail`, "Bank refuses")] : []),
      ...(transfer.reversed ? [] : [formButton(`payouts/${transfer.id}/reverse`, "Reverse the transfer")]),
    ];
    return `<tr><td>${escapeHtml(account?.email ?? transfer.destination)}</td><td>${dollars(transfer.amount)}</td><td>${payout ? `bank: ${payout.status}` : "not sent to the bank"}${transfer.amount_reversed > 0 ? `, ${dollars(transfer.amount_reversed)} taken back` : ""}</td><td>${actions.join("")}</td></tr>`;
  });
  return `<h2>Developers' accounts</h2><table><tr><th>Developer</th><th>State</th><th></th></tr>${accounts.join("")}</table>
<h2>Payouts</h2><table><tr><th>Developer</th><th>Amount</th><th>State</th><th></th></tr>${transfers.join("")}</table>`;
}

/** Serves the form of an account under `/sandbox/connect`, and the operator's buttons. Null for any other path. */
export function handleConnectPage(sandbox: Sandbox, request: Request): Response | null {
  const [, , section, id, action = ""] = new URL(request.url).pathname.split("/");
  if (section !== "connect" && section !== "payouts") return null;
  if (request.method === "POST" && !isOwnForm(request)) return new Response("This form is not ours.", { status: 403 });
  return section === "connect"
    ? handleAccount(sandbox, request.method, id ?? "", action)
    : handlePayout(sandbox, request.method, id ?? "", action);
}

function handleAccount(sandbox: Sandbox, method: string, id: string, action: string): Response {
  const account = sandbox.books.accounts.find((known) => known.id === id);
  if (!account) return new Response("There is no such account.", { status: 404 });
  if (method !== "POST") return onboardingPage(account);
  if (!isAccountAction(action)) return new Response("This form is not ours.", { status: 403 });
  sandbox.connect.actOnAccount(account, action);
  return seeOther(ACCOUNT_ACTIONS[action].isOperators ? "/sandbox" : account.sandbox.returnUrl);
}

function handlePayout(sandbox: Sandbox, method: string, id: string, action: string): Response {
  const transfer = sandbox.books.transfers.find((known) => known.id === id);
  if (!transfer || method !== "POST") return new Response("There is no such payout.", { status: 404 });
  const payout = sandbox.books.bankPayouts.find(({ metadata }) => metadata.payout_id === transfer.metadata.payout_id);
  if (action === "reverse" && !transfer.reversed) sandbox.connect.reverse(transfer);
  if ((action === "arrive" || action === "fail") && payout) sandbox.connect.settle(payout, action);
  return seeOther("/sandbox");
}
