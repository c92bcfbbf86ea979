import type { z } from "zod";
import { env } from "@/lib/platform/core/env";
import { resultSchema } from "@/lib/supply/skills/contract";
import type { SkillDetail } from "@/lib/supply/skills/schemas";

type Skill = z.input<typeof SkillDetail>;
type Operation = Record<string, unknown>;

const FAILURE = {
  description: "The error, identified by its code.",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["error"],
        properties: {
          error: {
            type: "object",
            required: ["code", "message"],
            properties: { code: { type: "string" }, message: { type: "string" } },
          },
        },
      },
    },
  },
};

/** The OpenAPI document of one skill, for generated clients: its run with the skill's parameters, and its download. */
export function skillDocument(skill: Skill): object {
  const path = `/v1/skills/${skill.slug}`;
  return {
    openapi: "3.1.1",
    info: { title: skill.name, version: `${skill.version}.0.0`, description: skill.description },
    servers: [{ url: env().PUBLIC_URL }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths: {
      ...(skill.execution_type !== "download" && { [`${path}/execute`]: { post: run(skill) } }),
      ...(skill.execution_type !== "api" && { [`${path}/download`]: { get: download(skill) } }),
    },
  };
}

/** Where the schema of a result is in the document; its own references count from there. */
const resultPointer = (slug: string) =>
  `/paths/~1v1~1skills~1${slug.replace("/", "~1")}~1execute/post/responses/200/content/application~1json/schema/properties/result`;

const MAX_PRICE = {
  name: "max_price",
  in: "query",
  schema: { type: "number", minimum: 0 },
  description: "Maximum credits that this call may charge.",
};

/** A function name that is valid in every language. */
const operationId = (verb: string, { slug }: Skill) => `${verb}_${slug.replace(/[^a-z0-9]+/g, "_")}`;

function run(skill: Skill): Operation {
  return {
    operationId: operationId("run", skill),
    summary: skill.name,
    description: skill.description,
    parameters: [
      MAX_PRICE,
      { name: "Idempotency-Key", in: "header", schema: { type: "string", minLength: 1, maxLength: 255 } },
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: { ...(skill.api_schema ?? {}), type: "object" } } },
    },
    responses: {
      "200": {
        description: "The skill's result and its cost.",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["result", "usage", "balance"],
              properties: {
                result: resultSchema(skill, resultPointer(skill.slug)),
                usage: { type: "object", required: ["cost"], properties: { cost: { type: "number" } } },
                balance: { type: "object", properties: { available: { type: "number" } } },
              },
            },
          },
        },
      },
      default: FAILURE,
    },
  };
}

function download(skill: Skill): Operation {
  return {
    operationId: operationId("download", skill),
    summary: `The package of ${skill.name}`,
    parameters: [MAX_PRICE],
    responses: {
      "200": {
        description: "The package.",
        content: { "application/zip": { schema: { type: "string", format: "binary" } } },
      },
      default: FAILURE,
    },
  };
}
