import { z } from "zod";
import { UsedUnits } from "@/lib/demand/usage/schemas";
import { Id, IdParams, Time } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { UsageKind, UsageStatus, UsedTool, UsedVersion } from "@/lib/supply/skills/schemas";

const bytes = (description: string) => z.number().int().nullable().meta({ description, example: 412 });

const COMMON = {
  id: Id,
  call_id: z.string().nullable().meta({
    description: "The webhook-id that the endpoint was sent.",
    example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
  }),
  request_id: z.string().nullable().meta({
    description: "The request that made the call; quote it to support.",
    example: "req_3f1f0f6c2b11",
  }),
  version: UsedVersion,
  tool: UsedTool,
  kind: UsageKind,
  status: UsageStatus,
  cost: Credits.meta({ example: 0.02 }),
  units: UsedUnits,
  free: z.boolean().meta({ description: "Whether a free call was used.", example: false }),
  error_code: z.string().nullable().meta({
    description: "Why it failed; `upstream_refused` when the endpoint refused the parameters.",
    example: null,
  }),
  error_message: z
    .string()
    .nullable()
    .meta({ description: "The message that the caller got; stored for 7 days.", example: null }),
  reason: z.string().nullable().meta({
    description:
      "What went wrong at the endpoint, such as dns, connect, tls, status, not_json, too_large; stored for 7 days.",
    example: null,
  }),
  endpoint_status: z.number().int().nullable().meta({
    description: "The last HTTP status of the endpoint; null when it did not answer.",
    example: 200,
  }),
  endpoint_answers: z.number().int().nullable().meta({
    description:
      "How often the endpoint responded: more than once when its first response was 202. A call is never retried.",
    example: 1,
  }),
  first_byte_ms: z.number().int().nullable().meta({
    description: "Milliseconds until the first byte of the response.",
    example: 95,
  }),
  duration_ms: z.number().int().meta({ description: "Milliseconds that the whole call took.", example: 120 }),
  request_bytes: bytes("Bytes of the parameters."),
  response_bytes: bytes("Bytes of the response; null when there was none."),
  created_at: Time,
};
const body = (description: string) => z.unknown().meta({ description, example: null });

export const CallDetail = z
  .object({
    ...COMMON,
    skill: z.string().meta({ description: "Slug.", example: "text-statistics" }),
    key_id: Id.nullable().meta({ description: "The API key; null for a browser session." }),
    key_prefix: z.string().nullable().meta({ description: "Start of the key.", example: "skm_4fTq9x" }),
    parameters: body(
      "The parameters, for 7 days, if your account stores them and they have at most 16 KiB; else null.",
    ),
  })
  .meta({ id: "CallDetail" });
export type CallDetail = z.input<typeof CallDetail>;

export const DeveloperCall = z
  .object({
    ...COMMON,
    caller_id: z.string().meta({
      description: "The caller's pseudonym for this skill, as in X-Caller-Id.",
      example: "caller_u4l0Zk3bVYw5sQ1xNq8tR2pW",
    }),
    parameters: body(
      "The parameters, for 7 days, if the skill logs bodies and the caller's account stores them; else null.",
    ),
    result: body("The response, under the same conditions; else null."),
  })
  .meta({ id: "DeveloperCall" });
export type DeveloperCall = z.input<typeof DeveloperCall>;

export const DeveloperCallParams = IdParams.extend({ call: IdParams.shape.id });
