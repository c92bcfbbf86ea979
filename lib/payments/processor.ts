import Stripe from "stripe";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";

/** How far the time of a signed event may be from ours, either way. */
const MAX_EVENT_AGE_SECONDS = 300;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;

/** The sandbox's own secrets: it lives in this process and is refused in production. */
export const SANDBOX_KEY = "sk_test_sandbox";
export const SANDBOX_WEBHOOK_SECRET = "whsec_sandbox";

let base = env().STRIPE_API_BASE;
let requestTimeoutMs = REQUEST_TIMEOUT_MS;
let client: Stripe | undefined;

/** Whether payments go to the sandbox of this process. */
export function isSandbox(): boolean {
  return env().STRIPE_SECRET_KEY === undefined;
}

/** Points the client at the sandbox, once that listens. Each try of a request may take `timeoutMs`. */
export function pointProcessorAt(url: string, timeoutMs = REQUEST_TIMEOUT_MS): void {
  base = url;
  requestTimeoutMs = timeoutMs;
  client = undefined;
}

/** Stripe's own client, for Stripe or for whatever speaks like it. */
export function stripe(): Stripe {
  const key = env().STRIPE_SECRET_KEY ?? SANDBOX_KEY;
  const url = base === undefined ? null : new URL(base);
  client ??= new Stripe(key, {
    telemetry: false,
    maxNetworkRetries: MAX_RETRIES,
    timeout: requestTimeoutMs,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === "https:" ? 443 : 80),
      protocol: url.protocol === "https:" ? "https" : "http",
    }),
  });
  return client;
}

/** Whether events must be of live payments: with a secret key (`sk_live_`) or a restricted one (`rk_live_`). */
export function isLive(): boolean {
  return /^[a-z]+_live_/.test(env().STRIPE_SECRET_KEY ?? "");
}

/** The event of a webhook's raw body. Throws invalid_signature for anything that the processor has not just signed. */
export function verifyEvent(body: Uint8Array, signature: string | null): Stripe.Event {
  const { STRIPE_WEBHOOK_SECRET, STRIPE_CONNECT_WEBHOOK_SECRET } = env();
  const secrets = [
    STRIPE_WEBHOOK_SECRET ?? (isSandbox() ? SANDBOX_WEBHOOK_SECRET : ""),
    STRIPE_CONNECT_WEBHOOK_SECRET ?? "",
  ].filter(Boolean);
  const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? "")?.[1]);
  try {
    // The library refuses old events only; one from the future is as wrong.
    if (!(sentAt - Date.now() / 1000 <= MAX_EVENT_AGE_SECONDS)) throw new Error("sent in the future");
    return eventSignedByAny(Buffer.from(body), signature ?? "", secrets);
  } catch (cause) {
    throw new AppError("invalid_signature", "The signature of this event is missing, wrong or too old.", {
      cause,
    });
  }
}

/** Events of our own account and of developers' accounts come by two subscriptions, each with its secret. */
function eventSignedByAny(body: Buffer, signature: string, secrets: string[]): Stripe.Event {
  let failure: unknown = new Error("no secret is set");
  for (const secret of secrets) {
    try {
      return stripe().webhooks.constructEvent(body, signature, secret, MAX_EVENT_AGE_SECONDS);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Runs a request to the processor. Throws processor_timeout and processor_failed. */
export async function atProcessor<T>(work: (client: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(stripe());
  } catch (cause) {
    const isLate =
      cause instanceof Stripe.errors.StripeConnectionError && /timed? ?out|aborted/i.test(cause.message);
    if (isLate)
      throw new AppError(
        "processor_timeout",
        "The payment processor did not answer in time. Nothing was charged; try again under the same Idempotency-Key.",
        { cause },
      );
    throw new AppError(
      "processor_failed",
      "The payment processor could not be reached or refused. Nothing was charged; try again under the same Idempotency-Key.",
      { cause },
    );
  }
}

const causeOf = (error: unknown) => (error instanceof AppError ? error.cause : error);

/** Why the bank will never take this payment, in its own words for the payer; null when it may yet. */
export function refusalOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof Stripe.errors.StripeCardError ? cause.message : null;
}

/** Whether the processor has answered that it does not do this, so that nothing came of it: what was asked, or who asked. */
export function isRefused(error: unknown): boolean {
  return causeOf(error) instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether the processor has answered at all. What it has answered it repeats under the same idempotency key. */
export function isAnswered(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Stripe.errors.StripeError && cause.statusCode !== undefined;
}

/** Whether there is nothing of that name at the processor. */
export function isMissing(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Stripe.errors.StripeInvalidRequestError && cause.statusCode === 404;
}
