import { handleConnectApi } from "@/server/sandbox/connect-api";
import type { Sandbox } from "@/server/sandbox/sandbox";
import { failure, listOf, mapOf } from "@/server/sandbox/stripe-form";

/** Answers a request of the `stripe` library as Stripe would, for the few calls that we make. */
export async function handleSandboxApi(
  sandbox: Sandbox,
  request: Request,
  secretKey: string,
): Promise<Response> {
  const url = new URL(request.url);
  if (request.headers.get("authorization") !== `Bearer ${secretKey}`)
    return failure(401, "invalid_request_error", "Invalid API Key provided.");
  const { books } = sandbox;
  const path = `${request.method} ${url.pathname}`;
  if (path === "POST /v1/checkout/sessions")
    return createSession(
      sandbox,
      new URLSearchParams(await request.text()),
      request.headers.get("idempotency-key"),
    );
  if (path === "GET /v1/checkout/sessions") return listOf(url, books.sessions);
  if (path === "GET /v1/charges") return listOf(url, books.charges);
  if (path === "GET /v1/disputes") return listOf(url, books.disputes);
  const id = /^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1];
  const session = books.sessions.find((known) => known.id === id);
  if (session) return Response.json(session);
  const connected = await handleConnectApi(sandbox, request);
  if (connected) return connected;
  return failure(404, "invalid_request_error", `No such resource: ${url.pathname}`);
}

function createSession(sandbox: Sandbox, form: URLSearchParams, idempotencyKey: string | null): Response {
  const amount =
    Number(form.get("line_items[0][price_data][unit_amount]")) *
    Number(form.get("line_items[0][quantity]") ?? 1);
  if (form.get("mode") !== "payment")
    return failure(400, "invalid_request_error", "Only payments are supported here.", "mode");
  if (!Number.isInteger(amount) || amount < 50)
    return failure(
      400,
      "invalid_request_error",
      "The amount must be at least 50 cents.",
      "line_items[0][price_data][unit_amount]",
    );
  const successUrl = form.get("success_url");
  if (!successUrl)
    return failure(400, "invalid_request_error", "Missing required param: success_url.", "success_url");
  const session = sandbox.checkout(
    {
      amount,
      currency: form.get("line_items[0][price_data][currency]") ?? "usd",
      reference: form.get("client_reference_id"),
      email: form.get("customer_email"),
      metadata: mapOf(form, "metadata"),
      paymentMetadata: mapOf(form, "payment_intent_data[metadata]"),
      successUrl,
      cancelUrl: form.get("cancel_url") ?? successUrl,
    },
    idempotencyKey,
  );
  return Response.json(session);
}
