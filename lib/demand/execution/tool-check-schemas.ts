import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";

export const ToolCheck = z
  .object({
    checked_at: Time.nullable().meta({ description: "Null before the first comparison." }),
    version: z.number().int().nullable().meta({ description: "The version that was compared.", example: 2 }),
    differences: z.array(
      z.object({
        tool: z.string().meta({ example: "list_invoices" }),
        change: z.enum(["changed", "gone"]).meta({ id: "ToolChange", example: "changed" }),
        now: z
          .record(z.string(), z.unknown())
          .nullable()
          .meta({ description: "Its definition at the server now; null when it is gone." }),
      }),
    ),
  })
  .meta({ id: "ToolCheck" });
export type ToolCheck = z.input<typeof ToolCheck>;

export const ToolTest = z
  .object({
    ok: z.boolean().meta({ description: "Whether a consumer's call would have succeeded and been charged." }),
    message: z.string().nullable().meta({ description: "Why it would fail.", example: null }),
    result: z
      .unknown()
      .meta({ description: "The result; null when there is none, or when it is above 64 KiB.", example: { words: 2 } }),
    duration_ms: z.number().int().meta({ example: 84 }),
  })
  .meta({ id: "ToolTest" });
export type ToolTest = z.input<typeof ToolTest>;
