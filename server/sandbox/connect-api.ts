import { Refusal } from "@/server/sandbox/connect";
import type { Sandbox } from "@/server/sandbox/sandbox";
import { failure, listOf, mapOf } from "@/server/sandbox/stripe-form";

const LINK_SECONDS = 300;

type Call = { sandbox: Sandbox; form: URLSearchParams; url: URL; account: string };
type Handler = (call: Call, id: string) => Response | object | undefined;

const cents = (form: URLSearchParams) => {
  const amount = Number(form.get("amount"));
  if (!Number.isInteger(amount) || amount <= 0)
    throw new Refusal("parameter_invalid_integer", "Invalid amount.");
  return amount;
};

/** What Stripe Connect answers, by method and path; an `undefined` is a 404. */
const HANDLERS: [RegExp, Handler][] = [
  [
    /^POST \/v1\/accounts$/,
    ({ sandbox, form }) =>
      sandbox.connect.openAccount({
        email: form.get("email"),
        country: form.get("country") ?? "US",
        metadata: mapOf(form, "metadata"),
      }),
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
        amount: cents(form),
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
      sandbox.connect.reverse(transfer, form.has("amount") ? cents(form) : undefined);
      return { id: `trr_${id}`, object: "transfer_reversal", amount: transfer.amount_reversed, transfer: id };
    },
  ],
  [
    /^POST \/v1\/payouts$/,
    ({ sandbox, form, account }) =>
      sandbox.connect.payBank({
        account,
        amount: cents(form),
        currency: form.get("currency") ?? "",
        metadata: mapOf(form, "metadata"),
      }),
  ],
  [
    /^GET \/v1\/payouts$/,
    ({ sandbox, url, account }) =>
      listOf(
        url,
        sandbox.books.bankPayouts.filter((known) => known.account === account),
      ),
  ],
  [
    /^GET \/v1\/payouts\/(\w+)$/,
    ({ sandbox, account }, id) =>
      sandbox.books.bankPayouts.find((known) => known.id === id && known.account === account),
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

/** Answers the calls of Stripe Connect that we make, or null for any other. A repeated Idempotency-Key repeats its answer. */
export async function handleConnectApi(sandbox: Sandbox, request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  const path = `${request.method} ${url.pathname}`;
  const found = HANDLERS.map(([form, handle]) => ({ match: form.exec(path), handle })).find(
    ({ match }) => match,
  );
  if (!found?.match) return null;
  const call = {
    sandbox,
    url,
    form: new URLSearchParams(request.method === "POST" ? await request.text() : ""),
    account: request.headers.get("stripe-account") ?? "",
  };
  const key = request.headers.get("idempotency-key");
  const place = key && `${url.pathname} ${key}`;
  const known = place ? sandbox.books.connectAnswers[place] : undefined;
  if (known) return Response.json(known.body, { status: known.status });
  const response = respond(() => found.handle(call, found.match?.[1] ?? ""));
  if (place) {
    sandbox.books.connectAnswers[place] = { status: response.status, body: await response.clone().json() };
    sandbox.save();
  }
  return response;
}

function respond(work: () => Response | object | undefined): Response {
  try {
    const answer = work();
    if (answer === undefined) return failure(404, "invalid_request_error", "No such resource.");
    return answer instanceof Response ? answer : Response.json(answer);
  } catch (error) {
    if (error instanceof Refusal)
      return failure(400, "invalid_request_error", error.message, undefined, error.code);
    throw error;
  }
}
