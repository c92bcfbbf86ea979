import { type Call, centsOf, type Handlers } from "@/server/sandbox/dispatch";
import { failure, listOf, mapOf } from "@/server/sandbox/stripe-form";

const LINK_SECONDS = 300;
/** Codes that ISO 3166 leaves to users or keeps for "unknown": the processor refuses them as it does many countries. */
const NO_COUNTRIES = ["AA", "XX", "ZZ"];

/** What Stripe Connect answers, by method and path. */
export const CONNECT_HANDLERS: Handlers = [
  [
    /^POST \/v1\/accounts$/,
    ({ sandbox, form }) => {
      const country = form.get("country") ?? "US";
      if (NO_COUNTRIES.includes(country))
        return failure(400, "invalid_request_error", `${country} is not supported.`, "country");
      return sandbox.connect.openAccount({
        email: form.get("email"),
        country,
        metadata: mapOf(form, "metadata"),
      });
    },
  ],
  [
    /^GET \/v1\/accounts\/(\w+)$/,
    ({ sandbox }, id) => sandbox.books.accounts.find((known) => known.id === id),
  ],
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
  [
    /^GET \/v1\/transfers\/(\w+)$/,
    ({ sandbox }, id) => sandbox.books.transfers.find((known) => known.id === id),
  ],
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
