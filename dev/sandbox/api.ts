import { CARD_HANDLERS, TAX_RATE } from "@/dev/sandbox/cards-api";
import { CONNECT_HANDLERS } from "@/dev/sandbox/connect-api";
import { centsOf, dispatch, type Handlers } from "@/dev/sandbox/dispatch";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import { failure, listOf, mapOf } from "@/dev/sandbox/stripe-form";

const HANDLERS: Handlers = [
  [/^POST \/v1\/checkout\/sessions$/, ({ sandbox, form }) => createSession(sandbox, form)],
  [
    /^GET \/v1\/checkout\/sessions$/,
    ({ sandbox: { books }, url }) => listOf(url, [...books.sessions, ...books.setups]),
  ],
  [
    /^GET \/v1\/checkout\/sessions\/(\w+)$/,
    ({ sandbox: { books } }, id) => [...books.sessions, ...books.setups].find((known) => known.id === id),
  ],
  [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, ({ sandbox }, id) => expireSession(sandbox, id)],
  [/^GET \/v1\/charges$/, ({ sandbox, url }) => listOf(url, sandbox.books.charges)],
  [
    /^POST \/v1\/refunds$/,
    ({ sandbox, form }) => sandbox.refundOnRequest(form.get("payment_intent"), centsOf(form), mapOf(form, "metadata")),
  ],
  [/^GET \/v1\/refunds$/, ({ sandbox, url }) => listRefunds(sandbox, url)],
  [/^GET \/v1\/disputes$/, ({ sandbox, url }) => listOf(url, sandbox.books.disputes)],
  [/^GET \/v1\/disputes\/(\w+)$/, ({ sandbox: { books } }, id) => books.disputes.find((known) => known.id === id)],
  ...CARD_HANDLERS,
  ...CONNECT_HANDLERS,
];

/** Answers a request of the `stripe` library as Stripe would, for the few calls that we make. */
export async function handleSandboxApi(sandbox: Sandbox, request: Request, secretKey: string): Promise<Response> {
  if (request.headers.get("authorization") !== `Bearer ${secretKey}`) return failure(401, "Invalid API Key provided.");
  const { pathname } = new URL(request.url);
  return (
    (await dispatch(HANDLERS, sandbox, request)) ??
    failure(404, `Unrecognized request URL (${request.method}: ${pathname}).`)
  );
}

/** Refunds, with their charges in full when the caller asks for that. */
function listRefunds({ books }: Sandbox, url: URL): Response {
  const isFull = url.searchParams.get("expand[0]") === "data.charge";
  const intent = url.searchParams.get("payment_intent");
  const charges = new Map(books.charges.map((charge) => [charge.id, charge]));
  return listOf(
    url,
    books.refunds
      .filter(({ payment_intent }) => intent === null || payment_intent === intent)
      .map((refund) => (isFull ? { ...refund, charge: charges.get(refund.charge) ?? null } : refund)),
  );
}

function createSetup(sandbox: Sandbox, form: URLSearchParams): object | undefined {
  const customer = sandbox.books.customers.find(({ id }) => id === form.get("customer"));
  return (
    customer &&
    sandbox.cards.openSetup({
      customer: customer.id,
      metadata: mapOf(form, "metadata"),
      currency: form.get("currency"),
      successUrl: form.get("success_url") ?? "",
      cancelUrl: form.get("cancel_url"),
    })
  );
}

function expireSession(sandbox: Sandbox, id: string): Response | object | undefined {
  const session = sandbox.books.sessions.find((known) => known.id === id);
  if (!session || sandbox.act(session, "expire")) return session;
  return failure(400, "Only checkouts that are open can be expired.");
}

function createSession(sandbox: Sandbox, form: URLSearchParams): Response | object | undefined {
  if (form.get("mode") === "setup") return createSetup(sandbox, form);
  const amount =
    Number(form.get("line_items[0][price_data][unit_amount]")) * Number(form.get("line_items[0][quantity]") ?? 1);
  if (form.get("mode") !== "payment") return failure(400, "Only payments and setups are supported here.", "mode");
  if (!Number.isInteger(amount) || amount < 50)
    return failure(400, "The amount must be at least 50 cents.", "line_items[0][price_data][unit_amount]");
  const successUrl = form.get("success_url");
  if (!successUrl) return failure(400, "Missing required param: success_url.", "success_url");
  return sandbox.checkout({
    amount,
    currency: form.get("line_items[0][price_data][currency]") ?? "usd",
    reference: form.get("client_reference_id"),
    email: form.get("customer_email"),
    description: form.get("line_items[0][price_data][product_data][description]"),
    metadata: mapOf(form, "metadata"),
    paymentMetadata: mapOf(form, "payment_intent_data[metadata]"),
    successUrl,
    cancelUrl: form.get("cancel_url") ?? successUrl,
    tax: form.get("automatic_tax[enabled]") === "true" ? Math.round(amount * TAX_RATE) : 0,
  });
}
