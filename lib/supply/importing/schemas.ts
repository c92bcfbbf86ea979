import { z } from "zod";
import { Id } from "@/lib/platform/core/fields";
import { PackageFinding } from "@/lib/supply/packages/schemas";
import { EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";
import { CONTENT_NAMES, type ContentName } from "@/lib/supply/skills/content-fields";
import { CONTENT_SHOWN } from "@/lib/supply/skills/content-schemas";
import { OwnedSkill, Slug } from "@/lib/supply/skills/schemas";

const MAX_URL_CHARS = 2048;
const MAX_NAME_CHARS = 200;
export const MAX_DOCUMENT_SIZE = 900_000;

const Url = z
  .string()
  .max(MAX_URL_CHARS)
  .refine((text) => URL.canParse(text), { error: "must be an absolute https URL" });

const GitSource = z.strictObject({
  source: z.literal("git"),
  url: Url.meta({
    description:
      "https URL of a public repository. Its host makes the archive: GitHub, GitLab, Codeberg, Bitbucket, and others that offer `/archive/{ref}.zip`.",
    example: "https://github.com/ada/skills",
  }),
  ref: z
    .string()
    .regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/+-]{0,199}$/, { error: "must be a tag or a commit" })
    .meta({ description: "A tag or a commit.", example: "v1.2.0" }),
  folder: z.string().min(1).max(500).optional().meta({
    description: "The folder with SKILL.md, `.` for the top; needed when the repository holds several skills.",
    example: "skills/meeting-minutes",
  }),
});
export type GitSource = z.output<typeof GitSource>;

const OpenApiSource = z
  .strictObject({
    source: z.literal("openapi"),
    url: Url.optional().meta({
      description: "https URL of an OpenAPI 3 document, JSON or YAML.",
      example: "https://api.example.com/openapi.json",
    }),
    document: z.string().max(MAX_DOCUMENT_SIZE).optional().meta({
      description: "The document's text instead of its URL.",
      example: "openapi: 3.1.0",
    }),
    operation: z.string().max(MAX_NAME_CHARS).optional().meta({
      description: "An operationId, or method and path; needed when the document has several operations.",
      example: "POST /text-statistics",
    }),
    operations: z
      .array(z.string().max(MAX_NAME_CHARS))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: "Several operations, each as in `operation`: the skill then has one tool for each.",
        example: ["GET /invoices", "POST /invoices"],
      }),
  })
  .refine(({ operation, operations }) => operation === undefined || operations === undefined, {
    error: "send either operation or operations",
    path: ["operations"],
  })
  .refine(({ url, document }) => (url === undefined) !== (document === undefined), {
    error: "send either url or document",
    path: ["url"],
  });
export type OpenApiSource = z.output<typeof OpenApiSource>;

const McpSource = z.strictObject({
  source: z.literal("mcp"),
  url: Url.meta({
    description: "URL of an MCP server that speaks Streamable HTTP.",
    example: "https://mcp.example.com/mcp",
  }),
  auth: EndpointAuthInput.optional().meta({
    description:
      "What the server asks for. It is stored encrypted, as `PUT /v1/developer/skills/{id}/endpoint-auth` stores it; without it, the secret of the skill is used.",
  }),
});
export type McpSource = z.output<typeof McpSource>;

export const ImportSource = z.discriminatedUnion("source", [GitSource, OpenApiSource, McpSource]).meta({
  id: "ImportSource",
  example: { source: "git", url: "https://github.com/ada/skills", ref: "v1.2.0", folder: "skills/minutes" },
});
export type ImportSource = z.output<typeof ImportSource>;

const IMPORTED = [...CONTENT_NAMES, "package"] as const;
const isImported = (name: string) => (IMPORTED as readonly string[]).includes(name);

export const ImportQuery = z.object({
  dry_run: z.enum(["true"]).optional().meta({
    description: "Only shows what would be filled in; nothing is stored.",
    example: "true",
  }),
  skill_id: Id.optional().meta({
    example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
    description: "Your skill to import into, as a new revision; without it, a new draft is created.",
  }),
  slug: Slug.optional().meta({ description: "Slug of the new draft; made from its name by default." }),
  fields: z
    .string()
    .regex(/^[a-z_]+(,[a-z_]+)*$/)
    .refine((text) => text.split(",").every(isImported), {
      error: `must name some of ${IMPORTED.join(", ")}`,
    })
    .optional()
    .meta({
      description: "The fields to take, separated by commas; all by default.",
      example: "description,readme,package",
    }),
  digest: z.string().max(64).optional().meta({
    description: "The digest of a dry run: when the source has changed since, the response is 409.",
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  }),
  submit: z.enum(["true"]).optional().meta({ description: "Submits the result for review.", example: "true" }),
});
export type ImportQuery = z.output<typeof ImportQuery>;

export const ImportResult = z
  .object({
    proposal: z
      .object(CONTENT_SHOWN as { [Name in ContentName]: (typeof CONTENT_SHOWN)[Name] })
      .partial()
      .meta({
        description: "The fields that the source fills in.",
      }),
    package: z
      .object({
        version: z.string().nullable().meta({
          description: "`metadata.version` of SKILL.md; null when we count the version.",
          example: "1.2.0",
        }),
        name: z.string(),
        size: z.number().int(),
        files: z.array(z.string()),
        findings: z.array(PackageFinding),
      })
      .nullable()
      .meta({ description: "The package of the source, null when it has none." }),
    version: z.string().nullable().meta({ description: "The version that the source states.", example: "1.2.0" }),
    notes: z.array(z.string()).meta({ description: "What could not be taken over, and what is left to do." }),
    digest: z.string().meta({ description: "Changes with the source. Send it back to accept just this." }),
    skill: OwnedSkill.nullable().meta({ description: "The draft, or the skill; null for a dry run." }),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.input<typeof ImportResult>;
