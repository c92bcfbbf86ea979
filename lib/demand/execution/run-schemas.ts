import { z } from "zod";
import { UsageRecord } from "@/lib/demand/usage/schemas";
import { Id, Time } from "@/lib/platform/core/fields";

/** A call that its caller does not wait for. */
export const Run = z
  .object({
    id: Id,
    skill: z.string().meta({ description: "Slug.", example: "text-statistics" }),
    state: z.enum(["running", "succeeded", "failed", "cancelled"]).meta({ id: "RunState", example: "succeeded" }),
    outcome: z
      .object({ result: z.unknown(), usage: UsageRecord })
      .nullable()
      .meta({ description: "The skill's result and its cost; null unless the run succeeded." }),
    error: z
      .object({ code: z.string().meta({ example: "upstream_timeout" }), message: z.string() })
      .nullable()
      .meta({
        description: "Why the run failed; nothing was charged. Null unless it failed.",
        example: null,
      }),
    created_at: Time,
    ended_at: Time.nullable(),
    expires_at: Time.meta({ description: "When the run is deleted." }),
  })
  .meta({ id: "Run" });
export type Run = z.input<typeof Run>;
