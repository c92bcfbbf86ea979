import Stripe from "stripe";
import { z } from "zod";
import { count } from "@/lib/platform/core/counts";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";

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

/** An event with its object, as the processor's snapshot payloads have it. */
const SnapshotEvent = z.looseObject({
  id: z.string().min(1).max(255),
  object: z.literal("event"),
  type: z.string().min(1).max(255),
  created: z.number(),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

const ThinEvent = z.looseObject({ object: z.literal("v2.core.event") });

/** The event of a webhook's raw body. */
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
    requireSignedByAny(Buffer.from(body), signature ?? "", secrets);
  } catch (cause) {
    throw new AppError("invalid_signature", "The signature of this event is missing, wrong or too old.", {
      cause,
    });
  }
  return snapshotOf(body);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"), withoutNul);
  } catch (cause) {
    throw new AppError("event_refused", "The event is not valid JSON.", { cause });
  }
}

/** PostgreSQL stores no NUL; anyone who puts one into a name or a description must not stop the money of an event. */
function withoutNul(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "\uFFFD");
  if (typeof value !== "object" || value === null || !Object.keys(value).some((key) => key.includes("\0")))
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.replaceAll("\0", "\uFFFD"), each]));
}

function snapshotOf(body: Uint8Array): Stripe.Event {
  const sent = parseJson(body);
  if (ThinEvent.safeParse(sent).success)
    throw new AppError(
      "event_refused",
      "This is a thin event. Set this webhook endpoint to snapshot events at the payment processor.",
    );
  const event = SnapshotEvent.safeParse(sent);
  if (event.success) return sent as Stripe.Event;
  const fields = [...new Set(event.error.issues.map(({ path }) => path.join(".") || "event"))].join(", ");
  throw new AppError("event_refused", `The event is incomplete. Missing or wrong: ${fields}.`);
}

/** Events of our own account and of developers' accounts come by two subscriptions, each with its secret. */
function requireSignedByAny(body: Buffer, signature: string, secrets: string[]): void {
  const verifier = stripe().webhooks.signature;
  if (!verifier) throw new Error("the library verifies no signatures");
  let failure: unknown = new Error("no secret is set");
  for (const secret of secrets) {
    try {
      verifier.verifyHeader(body, signature, secret, MAX_EVENT_AGE_SECONDS);
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Runs a request to the processor. */
export async function atProcessor<T>(work: (client: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(stripe());
  } catch (cause) {
    count("dependency_failures_total", { dependency: "processor" });
    const isLate = cause instanceof Stripe.errors.StripeConnectionError && /timed? ?out|aborted/i.test(cause.message);
    if (isLate)
      throw new AppError(
        "processor_timeout",
        "The payment processor did not respond in time. Nothing was charged; try again under the same Idempotency-Key.",
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

/** Answers that the processor does not repeat under their idempotency key: a conflict and a rate limit. */
const PASSING = [409, 429];

/** Whether the processor has given an answer that it repeats under the same idempotency key for a day. */
export function isAnswered(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof Stripe.errors.StripeError && cause.statusCode !== undefined && !PASSING.includes(cause.statusCode)
  );
}

/** Whether there is nothing of that name at the processor. */
export function isMissing(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Stripe.errors.StripeInvalidRequestError && cause.statusCode === 404;
}
