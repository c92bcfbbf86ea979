import type { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import type { Endpoint } from "@/lib/interfaces/http/endpoint";
import { errorSchema, exampleError } from "@/lib/interfaces/http/error-schema";
import { errorsOf } from "@/lib/interfaces/http/errors-of";
import { letEvolve } from "@/lib/interfaces/http/openapi-evolution";
import { addExamples } from "@/lib/interfaces/http/openapi-examples";
import {
  ANSWER_HEADERS,
  answerHeaders,
  failureHeaders,
  HEADER_PARAMETERS,
  isRevalidated,
  requestHeaders,
  successHeaders,
} from "@/lib/interfaces/http/openapi-headers";
import { webhookOperations } from "@/lib/interfaces/http/openapi-webhooks";
import type { EndpointSpec } from "@/lib/interfaces/http/spec";
import { ERRORS, type ErrorCode } from "@/lib/platform/core/errors";
import { VERSION } from "@/lib/platform/core/version";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
type RouteModule = { [M in Method]?: Endpoint };
export type RouteTable = Record<string, RouteModule>;

const DESCRIPTION = `Browse, buy, execute and download skills with prepaid credits (1 credit = 1 USD); publish and review them.

Send your key as \`Authorization: Bearer <key>\`. Money is a number of credits with at most 6 decimals, times are RFC 3339 in UTC.
Every response carries \`Request-Id\`, and rate-limited ones \`RateLimit-Policy\` and \`RateLimit\`. Errors are \`{ error: { code, message, param, details, request_id } }\`, with a stable \`code\`. JSON of more than 1 KiB is compressed for clients that accept gzip or br. POSTs that spend or create take an \`Idempotency-Key\`; a replayed response carries \`Idempotency-Replayed: true\`. List pages link to the next page in \`Link\`. With \`Accept: application/problem+json\`, errors are problem details (RFC 9457) with the same members in addition to \`type\`, \`title\`, \`status\` and \`detail\`, and a reused Idempotency-Key is 422. Other sites may call every path with a bearer token (CORS), never with cookies.`;

const TAGS = {
  Service: "Health and this description.",
  Account: "Registration and your account.",
  "API keys": "Issue, limit and revoke keys.",
  Organizations: "Accounts for which several people act, their members and invitations.",
  Marketplace: "Browse, search and review skills.",
  "Using skills": "Buy, execute and download.",
  Webhooks: "Receive your account's events at your endpoints.",
  Money: "Balance, ledger, top-ups, purchases and usage.",
  Publishing: "Your own skills.",
  Earnings: "What your skills earn, statements and payouts.",
  Administration: "Review and audit; administrators only.",
};

/**
 * The OpenAPI 3.1 document of a table of routes, from the definitions that parse their requests and results, for any marketplace. Takes
 * over a second of the processor's time: what serves it reads what the build wrote, by `describedApi` (`app/_lib`).
 */
export function openApiDocument(routes: RouteTable): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, module] of Object.entries(routes)) {
    paths[path] = {};
    for (const method of METHODS) {
      const spec = module[method]?.spec;
      if (spec) paths[path][lower(method)] = operation(method, spec);
    }
  }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Skills Marketplace API",
      version: VERSION,
      description: DESCRIPTION,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      headers: ANSWER_HEADERS,
      parameters: HEADER_PARAMETERS,
      examples: errorExamples(routes),
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key (`skm_…`)." } },
    },
    paths,
    webhooks: webhookOperations(),
  });
  letEvolve(document);
  addExamples(document);
  return document;
}

/** The example of every error that some endpoint answers with. */
function errorExamples(routes: RouteTable) {
  const specs = Object.values(routes).flatMap((module) => METHODS.flatMap((method) => module[method]?.spec ?? []));
  const codes = new Set(specs.flatMap(errorsOf));
  return Object.fromEntries([...codes].map((code) => [code, { value: exampleError(code) }]));
}

function lower(method: Method) {
  return method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
}

function operation(method: Method, spec: EndpointSpec): ZodOpenApiOperationObject {
  const headers = requestHeaders(method, spec);
  return {
    ...(spec.operationId && { operationId: spec.operationId }),
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    tags: [spec.tag],
    ...(spec.access === "public" && { security: [] }),
    ...(spec.access === "catalog" && { security: [{ apiKey: [] }, {}] }),
    requestParams: {
      ...(spec.params ? { path: spec.params as z.ZodObject } : {}),
      ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
    },
    ...(headers.length > 0 && { parameters: headers }),
    ...(spec.body !== undefined && {
      requestBody: {
        required: !isOptional(spec.body as z.ZodType),
        // Of two media types, generators make one parameter that can be either, and send both in the same way.
        ...(spec.upload && { description: `A file is sent instead as \`${spec.upload}\`.` }),
        content: { "application/json": { schema: spec.body as z.ZodType } },
      },
    }),
    ...(spec.upload &&
      spec.body === undefined && {
        requestBody: { required: true, content: { [spec.upload]: { schema: uploadSchema(spec.upload) } } },
      }),
    responses: { ...success(method, spec), ...failures(spec) },
  };
}

/** A body without a schema: a file, or another service's event. */
function uploadSchema(type: string) {
  if (type !== "application/json") return { type: "string" as const, format: "binary" };
  return { type: "object" as const, example: { id: "evt_1", type: "checkout.session.completed" } };
}

function isOptional(body: z.ZodType): boolean {
  return body.safeParse({}).success;
}

function success(method: Method, spec: EndpointSpec): ZodOpenApiResponsesObject {
  const description = spec.stream?.description ?? "Success.";
  const content = spec.stream
    ? {
        [spec.stream.type]: {
          schema:
            spec.stream.type === "application/json"
              ? { type: "object" as const }
              : { type: "string" as const, format: "binary" },
        },
      }
    : { "application/json": { schema: spec.result as z.ZodType } };
  const headers = successHeaders(method, spec);
  const others = answerHeaders(spec);
  return {
    "200": { description, headers, content },
    ...(isRevalidated(method, spec) && {
      "304": { description: "`If-None-Match` names the `ETag` that it still has.", headers },
    }),
    ...(spec.stream?.hasRanges && {
      "206": { description: "The part that `Range` asks for.", headers, content },
      "416": { description: "`Range` begins beyond the end.", headers: others },
    }),
  };
}

function failures(spec: EndpointSpec): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(errorsOf(spec), (code) => ERRORS[code].status);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, [first, ...rest]] of [...byStatus].sort(([a], [b]) => a - b)) {
    if (!first) continue;
    const codes: [ErrorCode, ...ErrorCode[]] = [first, ...rest];
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    responses[`${status}` as "400"] = {
      description: `One of: ${codes.join(", ")}.`,
      headers: failureHeaders(spec, codes),
      content: { "application/json": { schema: errorSchema(codes), examples } },
    };
  }
  return responses;
}
