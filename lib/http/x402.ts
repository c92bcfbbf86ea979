import { sessionCookie } from "@/lib/accounts/auth";
import { env } from "@/lib/core/env";
import { priceToMicros } from "@/lib/core/money";
import * as guests from "@/lib/guests/service";
import { type Answer, toResponse } from "@/lib/http/answer";
import type { Endpoint } from "@/lib/http/endpoint";

/** The header that a request carries its payment in. */
export const PAYMENT_HEADER = "payment-signature";

/** A value as x402's headers carry it. */
export const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64");

/**
 * An endpoint that requests without an account may use when they pay (x402, version 2): they are answered by `guest`, and a 402 for
 * want of credits names what has to be paid. Without X402_FACILITATOR_URL it is `account` alone.
 */
export function payable(account: Endpoint, guest: Endpoint): Endpoint {
  const answer: Endpoint["answer"] = async (request, params) => {
    if (!guests.areWelcome()) return account.answer(request, params);
    return withOffer(request, await (isGuest(request) ? guest : account).answer(request, params));
  };
  const route = async (request: Request, context: Parameters<Endpoint>[1]) =>
    guests.areWelcome() ? toResponse(await answer(request, await context.params)) : account(request, context);
  return Object.assign(route, { spec: account.spec, answer });
}

const isGuest = ({ headers }: Request) =>
  headers.has(PAYMENT_HEADER) ||
  (!headers.has("authorization") && sessionCookie(headers.get("cookie") ?? "") === null);

/** Adds x402's requirements to a 402 that names a price. */
function withOffer(request: Request, answered: Answer): Answer {
  const required = answered.status === 402 ? requiredBy(answered) : undefined;
  if (required === undefined) return answered;
  const { pathname } = new URL(request.url);
  const offer = {
    x402Version: 2,
    error: `Send ${PAYMENT_HEADER.toUpperCase()}, or add credits.`,
    resource: { url: `${env().PUBLIC_URL}${pathname}`, mimeType: "application/json" },
    accepts: [guests.requirementsOf(priceToMicros(required))],
  };
  return { ...answered, headers: { ...answered.headers, "payment-required": encoded(offer) } };
}

/** The price of a refused call, which usual errors and problem details have in their `details`. */
function requiredBy({ json }: Answer): number | undefined {
  type Refused = { details?: { required?: number } };
  const body = JSON.parse(json?.text ?? "{}") as Refused & { error?: Refused };
  return (body.error ?? body).details?.required;
}
