import { availableIn } from "@/dev/sandbox/connect";
import { type Call, centsOf, type Handlers } from "@/dev/sandbox/dispatch";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import { failure, listOf, mapOf } from "@/dev/sandbox/stripe-form";

const LINK_SECONDS = 300;
/** Codes that ISO 3166 leaves to users or keeps for "unknown": the processor refuses them as it does many countries. */
const NO_COUNTRIES = ["AA", "XX", "ZZ"];

/** What Stripe Connect answers, by method and path. */
export const CONNECT_HANDLERS: Handlers = [
  [/^POST \/v1\/accounts$/, (call) => openAccount(call)],
  [/^GET \/v1\/balance$/, ({ sandbox, account }) => balanceOf(sandbox, account)],
  [/^GET \/v1\/accounts\/(\w+)$/, ({ sandbox }, id) => sandbox.books.accounts.find((known) => known.id === id)],
  [/^POST \/v1\/account_links$/, (call) => link(call)],
  [
    /^POST \/v1\/transfers$/,
    ({ sandbox, form }) =>
      sandbox.connect.transfer({
        amount: centsOf(form),
        currency: form.get("currency") ?? "",
        destination: form.get("destination") ?? "",
        group: form.get("transfer_group"),
        metadata: mapOf(form, "metadata"),
      }),
  ],
  [
    /^GET \/v1\/transfers$/,
    ({ sandbox, url }) => {
      const group = url.searchParams.get("transfer_group");
      return listOf(
        url,
        sandbox.books.transfers.filter(({ transfer_group }) => group === null || transfer_group === group),
      );
    },
  ],
  [/^GET \/v1\/transfers\/(\w+)$/, ({ sandbox }, id) => sandbox.books.transfers.find((known) => known.id === id)],
  [
    /^POST \/v1\/transfers\/(\w+)\/reversals$/,
    ({ sandbox, form }, id) => {
      const transfer = sandbox.books.transfers.find((known) => known.id === id);
      if (!transfer) return undefined;
      sandbox.connect.reverse(transfer, form.has("amount") ? centsOf(form) : undefined);
      return { id: `trr_${id}`, object: "transfer_reversal", amount: transfer.amount_reversed, transfer: id };
    },
  ],
  [
    /^POST \/v1\/payouts$/,
    ({ sandbox, form, account }) =>
      sandbox.connect.payBank({
        account,
        amount: centsOf(form),
        currency: form.get("currency") ?? "",
        metadata: mapOf(form, "metadata"),
      }),
  ],
  [
    /^GET \/v1\/payouts$/,
    ({ sandbox, url, account }) =>
      listOf(
        url,
        sandbox.books.bankPayouts.filter((known) => known.sandbox.account === account),
      ),
  ],
  [
    /^GET \/v1\/payouts\/(\w+)$/,
    ({ sandbox, account }, id) =>
      sandbox.books.bankPayouts.find((known) => known.id === id && known.sandbox.account === account),
  ],
];

/** Makes an account as Stripe would for this platform; abroad, the service agreement decides about its capabilities. */
function openAccount({ sandbox, form }: Call): Response | object {
  const country = form.get("country") ?? sandbox.country;
  const agreement = form.get("tos_acceptance[service_agreement]");
  const hasCardPayments = form.get("capabilities[card_payments][requested]") === "true";
  const refuse = (message: string, param: string) => failure(400, message, param);
  if (form.has("type") && [...form.keys()].some((key) => key.startsWith("controller[")))
    return refuse("You may specify only one of these parameters: type, controller.", "type");
  if (NO_COUNTRIES.includes(country)) return refuse(`${country} is not supported.`, "country");
  if (country === sandbox.country && agreement === "recipient")
    return refuse(
      `The recipient ToS agreement is not supported for platforms in ${country} creating accounts in ${country}.`,
      "tos_acceptance[service_agreement]",
    );
  if (agreement === "recipient" && hasCardPayments)
    return refuse("Accounts under the recipient agreement cannot request card_payments.", "capabilities");
  if (country !== sandbox.country && agreement !== "recipient" && !hasCardPayments)
    return refuse(
      `You cannot request the \`transfers\` capability without the \`card_payments\` capability for accounts in ${country}.`,
      "capabilities",
    );
  const email = form.get("email");
  const metadata = mapOf(form, "metadata");
  return sandbox.connect.openAccount({ email, country, metadata, hasCardPayments, agreement });
}

/** The balance of a developer's account, or of the platform, whose own is not counted here. */
function balanceOf({ books }: Sandbox, account: string): object | undefined {
  const found = books.accounts.find(({ id }) => id === account);
  if (account && !found) return undefined;
  const funds = (amount: number) => [
    { amount, currency: found?.default_currency ?? "usd", source_types: { card: amount } },
  ];
  return {
    object: "balance",
    available: funds(found ? availableIn(books, account) : 0),
    livemode: false,
    pending: funds(0),
  };
}

function link({ sandbox, form }: Call): object | undefined {
  const account = sandbox.books.accounts.find(({ id }) => id === form.get("account"));
  if (!account) return undefined;
  account.sandbox.returnUrl = form.get("return_url") ?? "";
  return {
    object: "account_link",
    created: Math.floor(Date.now() / 1000),
    expires_at: Math.floor(Date.now() / 1000) + LINK_SECONDS,
    url: `${sandbox.pageBase}/sandbox/connect/${account.id}`,
  };
}
