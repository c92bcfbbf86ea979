import { z } from "zod";
import { EVENT_TYPES } from "@/lib/interfaces/webhooks/event-types";
import { WEBHOOK_LIMITS } from "@/lib/interfaces/webhooks/limits";
import { Id, IdParams, Time } from "@/lib/platform/core/fields";
import { isUuid } from "@/lib/platform/core/ids";
import { LIMITS } from "@/lib/platform/core/limits";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";

const MAX_URL_CHARS = 2048;
const DEFAULT_PAGE_SIZE = 50;

export const EventTypeName = z.enum(EVENT_TYPES).meta({ id: "WebhookEventType", example: "purchase.created" });
const Url = z.string().max(MAX_URL_CHARS).meta({
  description: "https URL that receives the events.",
  example: "https://app.example.com/webhooks",
});
const Events = z
  .array(EventTypeName)
  .max(EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, { error: "must not repeat a type" })
  .meta({ description: "Event types to send; empty for all.", example: ["purchase.created"] });
const Description = z
  .string()
  .trim()
  .max(LIMITS.webhookDescription.maxLength)
  .nullable()
  .meta({ example: "Production" });

export const WebhookInput = z
  .strictObject({ url: Url, events: Events.default([]), description: Description.optional() })
  .meta({ id: "WebhookInput" });
export type WebhookInput = z.output<typeof WebhookInput>;

export const WebhookChange = z
  .strictObject({
    url: Url.optional(),
    events: Events.optional(),
    description: Description.optional(),
    active: z.boolean().optional().meta({ description: "false stops deliveries; true resumes them.", example: true }),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "include at least one field to change" })
  .meta({ id: "WebhookChange" });
export type WebhookChange = z.output<typeof WebhookChange>;

export const WebhookView = z
  .object({
    id: Id,
    url: Url,
    description: Description,
    events: z.array(z.string()).meta({ description: "Empty for all.", example: ["purchase.created"] }),
    active: z.boolean(),
    failing_since: Time.nullable().meta({
      description: "When deliveries started to fail; null while they succeed.",
      example: null,
    }),
    disabled_at: Time.nullable().meta({
      description: `When it was disabled after ${WEBHOOK_LIMITS.failingDays} days of failed deliveries.`,
      example: null,
    }),
    created_at: Time,
  })
  .meta({ id: "Webhook" });
export type WebhookView = z.input<typeof WebhookView>;
export const WebhookList = pageOf(WebhookView).meta({ id: "WebhookList" });

const DeliveryState = z.enum(["pending", "delivered", "failed"]).meta({ id: "DeliveryState", example: "delivered" });
export const DeliveryQuery = z
  .object({
    state: DeliveryState.optional().meta({ description: "Only these.", example: "failed" }),
    ...pageQuery(DEFAULT_PAGE_SIZE),
    ...cursorQuery(Id),
  })
  .refine(hasOneStart, ONE_START);
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

export const DeliveryParams = IdParams.extend({
  delivery: z
    .string()
    .meta({
      description: "Id of the delivery, sent as webhook-id.",
      format: "uuid",
      example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
    })
    .transform((id) => (isUuid(id) ? id : "00000000-0000-0000-0000-000000000000")),
});

export const DeliveryView = z
  .object({
    id: Id,
    type: z.string().meta({ example: "purchase.created" }),
    state: DeliveryState,
    body: z.unknown().meta({
      description: "The posted body: `id`, `type`, `timestamp` and `data`.",
      example: { id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", type: "webhook.test", data: {} },
    }),
    attempts: z.number().int().meta({ example: 1 }),
    next_try_at: Time.nullable(),
    delivered_at: Time.nullable(),
    status: z.number().int().nullable().meta({ description: "HTTP status of the last response.", example: 200 }),
    error: z.string().nullable().meta({ description: "Why there was no response.", example: null }),
    answer: z.string().nullable().meta({ description: "The start of the last response body.", example: "ok" }),
    duration_ms: z.number().int().nullable().meta({ example: 42 }),
    created_at: Time,
  })
  .meta({ id: "WebhookDelivery" });
export const DeliveryList = pageOf(DeliveryView).meta({ id: "WebhookDeliveryList" });
