import { z } from "zod";
import { isPlainLine, isPlainText } from "@/lib/platform/core/hidden-characters";
import { Credits, Price } from "@/lib/platform/core/money";
import { UnitShown, Units } from "@/lib/supply/skills/units";

export const MAX_OPERATIONS = 100;
const MAX_OPERATIONS_BYTES = 512 * 1024;
const MAX_NAME_CHARS = 64;
const MAX_TITLE_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 4096;
const MAX_PATH_CHARS = 1024;
const MAX_MAPPED = 100;
/** Path of an operation in our API, and its name in MCP; hyphens and underscores only, as clients require. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const EndpointType = z.enum(["http", "mcp"]).meta({
  id: "EndpointType",
  description:
    "`http`: `api_endpoint` is called by HTTP. With `operations` it is the base of their paths. `mcp`: it is an MCP server (Streamable HTTP), whose tools are the operations.",
  example: "http",
});
export type EndpointType = z.output<typeof EndpointType>;

const ToolName = z
  .string()
  .regex(TOOL_NAME, { error: `use 1 to ${MAX_NAME_CHARS} letters, digits, hyphens and underscores` })
  .meta({ description: "Its name, unique in the skill.", example: "list_invoices" });

const Annotations = z
  .strictObject({
    read_only: z.boolean().optional(),
    destructive: z.boolean().optional(),
    idempotent: z.boolean().optional(),
    open_world: z.boolean().optional(),
  })
  .meta({
    description: "Hints for agents about the effects. The seller states them; nothing checks them.",
    example: { read_only: true },
  });

export const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const Method = z.enum(HTTP_METHODS).meta({ id: "OperationMethod", example: "GET" });

const MappedParameter = z.strictObject({
  name: z.string().min(1).max(200).meta({ description: "The property of the tool's input.", example: "customer" }),
  in: z
    .enum(["path", "query", "header"])
    .meta({ id: "ParameterPlace", description: "Where its value goes.", example: "query" }),
  as: z.string().min(1).max(200).optional().meta({ description: "Its name there, when it is another one." }),
  style: z.enum(["repeat", "comma", "deep"]).optional().meta({
    id: "ParameterStyle",
    description:
      "How lists and objects are written: `repeat` (a=1&a=2, by default), `comma` (a=1,2) or `deep` (a[key]=1).",
  }),
});
export type MappedParameter = z.output<typeof MappedParameter>;

const OperationBody = z.enum(["json", "form", "none"]).meta({
  id: "OperationBody",
  description: "How the properties that are left are sent: as a JSON object, as form fields, or not at all.",
  example: "json",
});

const HttpCall = z.strictObject({
  method: Method,
  path: z
    .string()
    .max(MAX_PATH_CHARS)
    .regex(/^\/[^?#\\\s]*$/, { error: "must begin with / and have no query or fragment" })
    .meta({ description: "After `api_endpoint`, with names of parameters in braces.", example: "/invoices/{id}" }),
  parameters: z
    .array(MappedParameter)
    .max(MAX_MAPPED)
    .default([])
    .meta({ description: "Properties that go into path, query or headers; all others are the body's." }),
  body: OperationBody.default("none"),
  body_property: z.string().min(1).max(200).optional().meta({
    description: "The property that is the whole JSON body, such as a list; the others of the body are refused.",
  }),
});
export type HttpCall = z.output<typeof HttpCall>;

const McpCall = z.strictObject({
  tool: z.string().min(1).max(256).meta({ description: "The tool's name at the server.", example: "list_invoices" }),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: "SHA-256 of the server's definition, which every call compares." }),
});
export type McpCall = z.output<typeof McpCall>;

const JsonSchema = z.record(z.string(), z.unknown());

export const Operation = z
  .strictObject({
    name: ToolName,
    title: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TITLE_CHARS)
      .refine(isPlainLine, { error: "must be one line without invisible characters" })
      .optional()
      .meta({ example: "List invoices" }),
    description: z
      .string()
      .max(MAX_DESCRIPTION_CHARS)
      .refine(isPlainText, { error: "must not hold invisible characters" })
      .default("")
      .meta({ description: "What agents read before they call it.", example: "Lists the invoices of a customer." }),
    input_schema: JsonSchema.default({ type: "object" }).meta({
      description: "JSON Schema 2020-12 of its parameters.",
      example: { type: "object", properties: { customer: { type: "string" } }, required: ["customer"] },
    }),
    output_schema: JsonSchema.nullable()
      .default(null)
      .meta({ description: "JSON Schema of its result. A result that breaks it is not charged.", example: null }),
    annotations: Annotations.default({}),
    hidden: z
      .boolean()
      .default(false)
      .meta({ description: "A hidden one is stored but not offered, and calls of it are 404.", example: false }),
    http: HttpCall.optional().meta({ description: "How it is called; of an `http` endpoint." }),
    mcp: McpCall.optional().meta({ description: "How it is called; of an `mcp` endpoint." }),
  })
  .meta({ id: "Operation" });
export type Operation = z.output<typeof Operation>;

export const Operations = z
  .array(Operation)
  .min(1)
  .max(MAX_OPERATIONS)
  .refine((all) => Buffer.byteLength(JSON.stringify(all)) <= MAX_OPERATIONS_BYTES, {
    error: "must be at most 512 KiB in all",
  })
  .meta({
    description:
      "The tools of the skill: operations of an API, or tools of an MCP server. Null for a skill with one endpoint.",
    example: [
      {
        name: "list_invoices",
        description: "Lists the invoices of a customer.",
        input_schema: { type: "object", properties: { customer: { type: "string" } }, required: ["customer"] },
        output_schema: null,
        annotations: { read_only: true },
        hidden: false,
        http: {
          method: "GET",
          path: "/customers/{customer}/invoices",
          parameters: [{ name: "customer", in: "path" }],
          body: "none",
        },
      },
    ],
  });

/** Operations as they are shown: what may be left out is there. */
export const OperationsShown = z.array(
  Operation.extend({
    description: z.string(),
    input_schema: JsonSchema,
    output_schema: JsonSchema.nullable(),
    annotations: Annotations,
    hidden: z.boolean(),
    http: HttpCall.extend({ parameters: z.array(MappedParameter), body: OperationBody }).optional(),
  }).meta({ id: "OperationShown" }),
);

/** Own prices of operations, by name. */
export const OperationPrices = z
  .record(z.string().regex(TOOL_NAME), Price)
  .refine((prices) => Object.keys(prices).length <= MAX_OPERATIONS, { error: `has at most ${MAX_OPERATIONS} names` });

/** Own units of operations, by name. */
export const OperationUnits = z
  .record(z.string().regex(TOOL_NAME), Units)
  .refine((all) => Object.keys(all).length <= MAX_OPERATIONS, { error: `has at most ${MAX_OPERATIONS} names` });

/** An operation as consumers see it: neither how it is called nor where. */
export const SkillTool = z
  .object({
    name: ToolName,
    title: z.string().nullable().meta({ example: "List invoices" }),
    description: z.string(),
    input_schema: JsonSchema,
    output_schema: JsonSchema.nullable(),
    annotations: Annotations,
    price: Credits.nullable().meta({
      description:
        "Its price per call; null for a subscription, which includes it. 0 needs no purchase and takes no free call.",
      example: 0.02,
    }),
    units: z
      .array(UnitShown)
      .meta({ description: "What a call costs beside its price, by what its response reports.", example: [] }),
    mcp_name: z.string().meta({ description: "Its name in `/mcp`.", example: "billing__list_invoices" }),
  })
  .meta({ id: "SkillTool" });
export type SkillTool = z.input<typeof SkillTool>;
