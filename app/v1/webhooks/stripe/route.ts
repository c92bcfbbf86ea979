import { MAX_JSON_BYTES, readBytes } from "@/lib/http/body";
import { endpoint } from "@/lib/http/endpoint";
import * as events from "@/lib/payments/events";
import { verifyEvent } from "@/lib/payments/processor";
import { Received } from "@/lib/payments/schemas";
import * as payouts from "@/lib/payouts/events";

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
