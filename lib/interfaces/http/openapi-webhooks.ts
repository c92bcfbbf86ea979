import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { EVENTS, Moment } from "@/lib/interfaces/webhooks/event-types";
import { Id } from "@/lib/platform/core/fields";

const SIGNED = z.object({
  "webhook-id": z.string().meta({
    description: "The same in every delivery attempt.",
    example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
  }),
  "webhook-timestamp": z.string().meta({ description: "Seconds since 1970.", example: "1795600000" }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,<base64>` of HMAC-SHA256 over `id.timestamp.body`; one signature per active secret, separated by spaces.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  }),
});
const CALL = SIGNED.extend({
  "x-skill-slug": z.string().meta({ example: "text-statistics" }),
  "x-skill-version": z.string().meta({
    description: "The number of the version that is called: one endpoint can serve older versions, too.",
    example: "2",
  }),
  "x-caller-id": z.string().meta({
    description: "A pseudonym of the caller, stable for this skill.",
    example: "caller_u4l0Zk3bVYw5sQ1xNq8tR2pW",
  }),
  "idempotency-key": z.string().meta({ description: "The same as webhook-id." }),
});

/** Outgoing requests: every event, and the call to a developer's endpoint. */
export function webhookOperations(): Record<string, ZodOpenApiPathItemObject> {
  const events = Object.entries(EVENTS).map(([type, { about, data }]) => {
    const body = z.object({ id: Id, type: z.literal(type), timestamp: Moment, data });
    return [
      type,
      {
        post: {
          ...sent(about, SIGNED, body, "Any 2xx status confirms the event."),
          operationId: nameOf(type),
        },
      },
    ] as const;
  });
  const parameters = z.record(z.string(), z.unknown()).meta({ description: "Parameters that match your api_schema." });
  const call = sent("A call to your skill.", CALL, parameters, "The result, as JSON.");
  return {
    ...Object.fromEntries(events),
    "skill.call": { post: { ...call, operationId: nameOf("skill.call") } },
  };
}

/** `purchase.created` is `onPurchaseCreated` in generated code. */
const nameOf = (type: string) => `on${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

function sent(summary: string, header: z.ZodObject, body: z.ZodType, success: string) {
  return {
    summary,
    tags: ["Webhooks"],
    requestParams: { header },
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: { "200": { description: success } },
  };
}
