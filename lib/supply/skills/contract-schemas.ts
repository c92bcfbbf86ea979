import { z } from "zod";

const MAX_EXAMPLES = 5;
const MAX_EXAMPLES_BYTES = 64 * 1024;
const MAX_EXAMPLE_NAME_CHARS = 100;

export const ResponseSchema = z.record(z.string(), z.unknown()).meta({
  description: "JSON Schema 2020-12 of the result. Agents get it as a part of the output schema.",
  example: { type: "object", properties: { words: { type: "integer" } }, required: ["words"] },
});

export const ResponseMode = z.enum(["flag", "strict"]).meta({
  id: "ResponseMode",
  description:
    "What happens to a response that breaks `response_schema`. `flag`: it is charged and recorded with the error code `response_invalid`. `strict`: the call fails with `upstream_failed` and is not charged.",
  example: "flag",
});

export type ResponseMode = z.output<typeof ResponseMode>;

const Example = z.strictObject({
  name: z.string().trim().min(1).max(MAX_EXAMPLE_NAME_CHARS).optional().meta({ example: "A short text" }),
  input: z.record(z.string(), z.unknown()).meta({
    description: "Parameters that `api_schema` accepts.",
    example: { text: "How many words is this?" },
  }),
  output: z
    .unknown()
    .optional()
    .meta({ description: "A result that `response_schema` accepts.", example: { words: 5 } }),
});
export type Example = z.output<typeof Example>;

export const Examples = z
  .array(Example)
  .max(MAX_EXAMPLES)
  .refine((examples) => Buffer.byteLength(JSON.stringify(examples)) <= MAX_EXAMPLES_BYTES, {
    error: "must be at most 64 KiB in all",
  })
  .meta({
    description: "Up to 5 calls with their results. They are shown to buyers, and test calls run them.",
    example: [{ name: "A short text", input: { text: "How many words is this?" }, output: { words: 5 } }],
  });
