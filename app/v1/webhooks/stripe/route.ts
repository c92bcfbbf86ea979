import { MAX_JSON_BYTES, readBytes } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as events from "@/lib/money/payments/events";
import { verifyEvent } from "@/lib/money/payments/processor";
import { Received } from "@/lib/money/payments/schemas";
import * as payouts from "@/lib/money/payouts/events";

export const POST = endpoint(
  {
    operationId: "receiveStripeEvent",
    access: "public",
    throttled: false,
    tag: "Money",
    summary: "Where the payment processor sends its signed events",
    upload: "application/json",
    result: Received,
    errors: ["invalid_signature", "event_refused"],
  },
  async ({ request }) => {
    const body = await readBytes(request, MAX_JSON_BYTES);
    await events.receive(verifyEvent(body, request.headers.get("stripe-signature")), payouts.applyEvent);
    return { received: true as const };
  },
);
