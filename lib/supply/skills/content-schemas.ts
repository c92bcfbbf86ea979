import { z } from "zod";
import { ImageId } from "@/lib/platform/core/fields";
import { isPlainLine, isPlainText } from "@/lib/platform/core/hidden-characters";
import { LIMITS, MAX_SAMPLE_QUERIES, MAX_SCREENSHOTS, SLUG } from "@/lib/platform/core/limits";
import type { ContentName } from "@/lib/supply/skills/content-fields";
import { Examples, ResponseMode, ResponseSchema } from "@/lib/supply/skills/contract-schemas";
import { Credentials } from "@/lib/supply/skills/credential-schemas";
import { EndpointType, Operations, OperationsShown } from "@/lib/supply/skills/operation-schemas";

export const MAX_README_BYTES = 64 * 1024;

export const ExecutionType = z
  .enum(["api", "download", "both"])
  .meta({ id: "ExecutionType", description: "How the skill is used.", example: "api" });
export type ExecutionType = z.output<typeof ExecutionType>;

export const Category = z
  .string()
  .max(LIMITS.slug.maxLength)
  .regex(SLUG, { error: "is not a category; GET /v1/categories lists them" })
  .meta({ description: "Slug of a category; GET /v1/categories lists them.", example: "writing" });

const Screenshots = z
  .array(ImageId)
  .min(1)
  .max(MAX_SCREENSHOTS)
  .refine((ids) => new Set(ids).size === ids.length, { error: "must not repeat an image" })
  .meta({
    description: "Ids of up to 5 images, in their order.",
    example: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  });

export const PackagePreview = z.enum(["skill_md", "outline", "all_files"]).meta({
  id: "PackagePreview",
  description:
    "What anyone may read of a paid package before buying: the beginning of its SKILL.md (at most 40 lines and a third), only its headings, or all files.",
  example: "all_files",
});

const ApiSchema = z.record(z.string(), z.unknown()).meta({
  description: "JSON Schema 2020-12 of the parameters.",
  example: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
});

const blank = { error: "must not be blank" };

const SampleQueries = z
  .array(
    z
      .string()
      .trim()
      .min(1, blank)
      .max(LIMITS.sampleQuery.maxLength)
      .refine(isPlainLine, { error: "must be one line without invisible characters" }),
  )
  .min(1)
  .max(MAX_SAMPLE_QUERIES)
  .refine((queries) => new Set(queries.map((query) => query.toLowerCase())).size === queries.length, {
    error: "must not repeat a query",
  })
  .meta({
    description: "What people would ask for, up to 10 lines. Searches look through them; a name counts for more.",
    example: ["How long does it take to read my text?"],
  });
/** What developers may send as content: the fields of `CONTENT`. A field that may be left out is null then. */
export const CONTENT_FIELDS = {
  name: z
    .string()
    .trim()
    .min(1, blank)
    .max(LIMITS.skillName.maxLength)
    .refine(isPlainLine, { error: "must be one line without invisible characters" })
    .meta({ description: "Name of the skill, one line.", example: "Text statistics" }),
  description: z
    .string()
    .trim()
    .min(1, blank)
    .max(LIMITS.skillDescription.maxLength)
    .refine(isPlainText, { error: "must not hold invisible characters" })
    .meta({
      description: "Short description.",
      example: "Counts words, sentences and reading time of a text.",
    }),
  category: Category,
  readme: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= MAX_README_BYTES, {
      error: `must be at most ${MAX_README_BYTES} bytes`,
    })
    .nullable()
    .meta({ description: "Markdown, at most 64 KiB.", example: "# Text statistics" })
    .optional(),
  sample_queries: SampleQueries.nullable().optional(),
  execution_type: ExecutionType,
  api_endpoint: z
    .string()
    .max(LIMITS.endpoint.maxLength)
    .nullable()
    .meta({
      description: "https URL of the developer's endpoint.",
      example: "https://api.example.com/text-statistics",
    })
    .optional(),
  endpoint_type: EndpointType,
  operations: Operations.nullable().optional(),
  credentials: Credentials.nullable().optional(),
  package_preview: PackagePreview,
  api_schema: ApiSchema.nullable().optional(),
  response_schema: ResponseSchema.nullable().optional(),
  response_mode: ResponseMode,
  examples: Examples.nullable().optional(),
  icon: ImageId.nullable().optional(),
  screenshots: Screenshots.nullable().optional(),
} satisfies Record<ContentName, z.ZodType>;

export type Content = {
  [Name in ContentName]: Exclude<z.output<(typeof CONTENT_FIELDS)[Name]>, undefined>;
} & { package_id: string | null };

export const CONTENT_SHOWN = {
  name: z.string().meta({ example: "Text statistics" }),
  description: z.string(),
  category: z.string().meta({ example: "writing" }),
  readme: z.string().nullable(),
  sample_queries: SampleQueries.nullable(),
  execution_type: ExecutionType,
  api_endpoint: z.string().nullable(),
  endpoint_type: EndpointType,
  operations: OperationsShown.nullable().meta({ example: null }),
  credentials: Credentials.nullable().meta({ example: null }),
  package_preview: PackagePreview,
  api_schema: ApiSchema.nullable(),
  response_schema: ResponseSchema.nullable(),
  response_mode: ResponseMode,
  examples: Examples.nullable(),
  icon: ImageId.nullable().meta({ description: "Null for the drawn one.", example: null }),
  screenshots: Screenshots.nullable(),
} satisfies Record<ContentName, z.ZodType>;
