import { z } from "zod";
import { ExecuteInput } from "@/lib/demand/execution/schemas";
import { Time } from "@/lib/platform/core/fields";

export const ProbeInput = z
  .strictObject({
    parameters: ExecuteInput.optional().meta({
      description:
        "What to send; without it, the inputs of the skill's examples, or the example that the schema makes.",
      example: { text: "How many words is this?" },
    }),
  })
  .meta({ id: "ProbeInput" });
export type ProbeInput = z.output<typeof ProbeInput>;

const Headers = z.record(z.string(), z.string()).meta({ example: { "content-type": "application/json" } });
const Body = z.string().meta({ description: "As text, cut to a limit.", example: '{"words":5}' });
const Milliseconds = z.number().int().meta({ description: "Milliseconds.", example: 84 });

export const ProbeResult = z
  .object({
    ok: z.boolean().meta({ description: "Whether a consumer's call would have succeeded and been charged." }),
    failure: z
      .object({
        reason: z.string().meta({ example: "not_json" }),
        message: z.string().meta({ example: "The endpoint's response is not valid JSON." }),
        advice: z.string().meta({ example: "Answer with a JSON value and nothing around it." }),
      })
      .nullable()
      .meta({ description: "Why the same call would fail in production." }),
    warnings: z
      .array(z.string())
      .meta({ description: "What works, and may trouble callers.", example: ["It took 12 seconds."] }),
    request: z.object({
      method: z.literal("POST"),
      url: z.string().meta({ example: "https://api.example.com/text-statistics" }),
      headers: Headers,
      body: Body,
      body_truncated: z.boolean(),
    }),
    response: z
      .object({
        status: z.number().int().meta({ example: 200 }),
        headers: Headers.meta({ description: "Those that matter to a call." }),
        body: Body,
        body_bytes: z.number().int().meta({ description: "Bytes that arrived.", example: 11 }),
        body_truncated: z.boolean(),
      })
      .nullable()
      .meta({ description: "null when the endpoint did not respond." }),
    examples: z
      .array(
        z.object({
          name: z.string().meta({ example: "A short text" }),
          ok: z.boolean(),
          problem: z.string().nullable().meta({ example: null }),
          total_ms: Milliseconds,
        }),
      )
      .meta({
        description: "How each of the skill's examples did, when no parameters were sent.",
        example: [],
      }),
    timing: z.object({
      first_byte_ms: Milliseconds.nullable(),
      total_ms: Milliseconds,
      limit_ms: Milliseconds.meta({ description: "The longest that a call may take.", example: 30_000 }),
    }),
  })
  .meta({ id: "ProbeResult" });
export type ProbeResult = z.input<typeof ProbeResult>;

export const SubmissionProbe = z
  .object({
    called_at: Time,
    result: ProbeResult.nullable(),
    failure: z
      .string()
      .nullable()
      .meta({ description: "Why it was not called: its schema refuses the example that it makes." }),
    tools: z
      .array(
        z.object({
          name: z.string().meta({ example: "list_invoices" }),
          ok: z.boolean(),
          problem: z.string().nullable().meta({ example: null }),
          result: z.string().nullable().meta({ description: "As text, cut to a limit.", example: '{"invoices":[]}' }),
          total_ms: Milliseconds,
        }),
      )
      .nullable()
      .meta({ description: "Of a skill with several tools: some of them, by chance; null for others.", example: null }),
  })
  .meta({ id: "SubmissionProbe" });
export type SubmissionProbe = z.input<typeof SubmissionProbe>;
export const SubmissionProbeAnswer = z
  .object({ probe: SubmissionProbe.nullable().meta({ description: "Null while none was made." }) })
  .meta({ id: "SubmissionProbeAnswer" });
