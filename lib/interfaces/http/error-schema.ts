import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "@/lib/platform/core/errors";
import { Severity } from "@/lib/supply/packages/schemas";

const credits = (description: string) => z.number().meta({ description });
const url = (description: string) => z.string().meta({ description });
const issues = z
  .array(z.object({ param: z.string(), message: z.string() }))
  .meta({ description: "Every field at fault." });

/** The schemas of `details` by error code. */
const DETAILS: Partial<Record<ErrorCode, z.ZodObject>> = {
  invalid_request: z.object({ issues: issues.optional() }),
  not_submittable: z.object({ issues }),
  insufficient_credits: z.object({
    required: credits("Credits that this costs."),
    available: credits("Credits that you have."),
    shortfall: credits("Credits that are missing."),
    topup_url: url("Where a person adds credits."),
  }),
  purchase_required: z.object({
    price: credits("Price of a term."),
    purchase_url: url("POST here to buy it."),
  }),
  key_limit_reached: z.object({
    required: credits("Credits that this costs."),
    credit_limit: credits("Limit of the key."),
    spent: credits("What the key has spent of it."),
    key_id: z.string().meta({ description: "The key." }),
    manage_url: url("Page where a person raises the limit; the key itself can't."),
  }),
  confirmation_required: z.object({
    price: credits("Cost of the call or purchase."),
    ask_above: credits("Maximum that the program may charge at once."),
    manage_url: url("Page with the connected programs; connect this one again to change the limit."),
  }),
  price_changed: z.object({ price: credits("The price now.") }),
  key_scope: z.object({
    required_scope: z.string().optional(),
    scopes: z.array(z.string()).optional().meta({ description: "Scopes of the key." }),
    skill: z.string().optional().meta({ description: "The skill that the key may not use." }),
    skills: z.array(z.string()).optional().meta({ description: "The only skills that it may use." }),
    expires_at: z.string().nullish(),
    manage_url: url("Page where a person changes what the key may do.").optional(),
  }),
  invalid_package: z.object({
    findings: z
      .array(
        z.object({
          rule: z.string(),
          file: z.string().nullable(),
          line: z.number().int().nullable(),
          severity: Severity,
          message: z.string(),
        }),
      )
      .meta({ description: "What is wrong in which file, at most 100." }),
  }),
  payload_too_large: z.object({ max_bytes: z.number().int() }),
  answer_not_stored: z.object({ max_bytes: z.number().int() }),
  not_executable: z.object({ download_url: url("GET the package here instead.").optional() }),
  version_unavailable: z.object({
    callable: z.array(z.number().int()).optional().meta({ description: "Versions that can be called." }),
    current: z.number().int().optional().meta({ description: "The version that runs by default." }),
  }),
  not_purchasable: z.object({ execute_url: url("POST here to use it.") }),
  card_required: z.object({ card_url: url("Where a person saves a card.").optional() }),
  payout_not_ready: z.object({ connect_url: url("Where a person connects an account.").optional() }),
  payout_too_small: z.object({ minimum: credits("Smallest payout."), available: credits("What is there.") }),
  insufficient_earnings: z.object({
    minimum: credits("Smallest payout."),
    available: credits("What can be paid out now."),
  }),
  revision_changed: z.object({
    current_revision: z.number().int().optional(),
    revision: z.number().int().optional(),
    status: z.string(),
    updated_at: z.string().optional(),
  }),
  not_pending: z.object({ status: z.string(), revision: z.number().int() }),
  already_requested: z.object({ state: z.string() }),
  already_decided: z.object({ state: z.string(), decided_by: z.string().nullable() }),
  not_retryable: z.object({ state: z.string().optional() }),
  account_in_use: z.object({
    blockers: z.array(z.string()).optional().meta({ description: "What must end first." }),
    subscribers: z
      .array(z.object({ slug: z.string(), count: z.number().int(), until: z.string() }))
      .optional()
      .meta({ description: "Skills of yours that others have running purchases of." }),
    credits: credits("Credits that would be given up.").optional(),
    earnings: credits("Earnings that would be given up.").optional(),
  }),
  upstream_failed: z.object({
    reason: z
      .string()
      .optional()
      .meta({ description: "Such as dns, connect, tls, status, not_json, too_large." }),
    status: z.number().int().optional().meta({ description: "The status that the endpoint answered with." }),
    endpoint_message: z.string().optional().meta({
      description: "Why the endpoint refused the parameters, in its own words, at most 300 characters.",
    }),
  }),
  upstream_timeout: z.object({ reason: z.string().optional() }),
};

/** The schema of one error, named after its code: `InsufficientCreditsError`. */
function schemaOf(code: ErrorCode) {
  const name = code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return z
    .object({
      error: z.object({
        code: z.literal(code).meta({ description: "Stable and machine-readable." }),
        message: z.string().meta({ description: "For people: what happened and what to do." }),
        param: z.string().nullable().meta({ description: "JSON path or query name at fault." }),
        details: DETAILS[code] ?? z.record(z.string(), z.unknown()),
        request_id: z.string(),
      }),
    })
    .meta({ id: `${name}Error` });
}

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const schemas = Object.fromEntries(CODES.map((code) => [code, schemaOf(code)])) as unknown as Record<
  ErrorCode,
  ReturnType<typeof schemaOf>
>;

/** The schema of an answer that is one of some errors; clients tell them apart by `error.code`. */
export function errorSchema(codes: readonly [ErrorCode, ...ErrorCode[]]): z.ZodType {
  const [first, ...rest] = codes.map((code) => schemas[code]);
  if (!first) throw new Error("an answer of no error");
  return rest.length === 0 ? first : z.union([first, ...rest]);
}

const BASE = "https://market.example.com";
const EXAMPLES: Partial<
  Record<ErrorCode, { message: string; param?: string; details?: Record<string, unknown> }>
> = {
  invalid_request: {
    message: "surely_unknown: is not a known field",
    param: "surely_unknown",
    details: { issues: [{ param: "surely_unknown", message: "is not a known field" }] },
  },
  not_submittable: {
    message: "Complete these first: api_endpoint.",
    param: "api_endpoint",
    details: { issues: [{ param: "api_endpoint", message: "execution type api needs an endpoint" }] },
  },
  insufficient_credits: {
    message: "This costs 5 credits; you have 2.5.",
    details: { required: 5, available: 2.5, shortfall: 2.5, topup_url: `${BASE}/wallet` },
  },
  purchase_required: {
    message: "This skill is a subscription: buy it for 5 credits first.",
    details: { price: 5, purchase_url: `${BASE}/v1/skills/meeting-minutes/purchase` },
  },
  key_limit_reached: {
    message: "This costs 0.2 credits, and this key has spent 0.4 of its limit of 0.5.",
    details: {
      required: 0.2,
      credit_limit: 0.5,
      spent: 0.4,
      key_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
      manage_url: `${BASE}/keys`,
    },
  },
  confirmation_required: {
    message: "This costs 0.5 credits, and this program may charge at most 0.25 at once.",
    details: { price: 0.5, ask_above: 0.25, manage_url: `${BASE}/keys` },
  },
  price_changed: {
    message: "The price is 6 credits, above your max_price.",
    param: "max_price",
    details: { price: 6 },
  },
  key_scope: {
    message: "This key may not execute.",
    details: { required_scope: "execute", scopes: ["read"] },
  },
  invalid_package: {
    message: "SKILL.md: has no name",
    details: {
      findings: [{ rule: "name", file: "SKILL.md", line: null, severity: "error", message: "has no name" }],
    },
  },
  payload_too_large: { message: "The body is larger than 16384 bytes.", details: { max_bytes: 16_384 } },
  answer_not_stored: {
    message: "The first request with this Idempotency-Key succeeded. Its answer is not repeated.",
    param: "Idempotency-Key",
    details: { max_bytes: 65_536 },
  },
  not_purchasable: {
    message: "This skill is paid per call: execute it, there is nothing to buy.",
    details: { execute_url: `${BASE}/v1/skills/text-statistics/execute` },
  },
  payout_too_small: {
    message: "A payout is at least 10 credits; 7.25 can be paid out now.",
    details: { minimum: 10, available: 7.25 },
  },
  insufficient_earnings: {
    message: "Only 12.5 credits can be paid out now.",
    param: "amount",
    details: { minimum: 10, available: 12.5 },
  },
  revision_changed: {
    message: "The developer has changed this skill: look at revision 3.",
    param: "revision",
    details: { current_revision: 3, status: "pending" },
  },
  not_pending: {
    message: "This skill does not wait for review: it is approved.",
    details: { status: "approved", revision: 2 },
  },
  already_requested: {
    message: "You have asked for this refund already. Its state: open.",
    details: { state: "open" },
  },
  already_decided: {
    message: "This report has been decided already: dismissed.",
    details: { state: "dismissed", decided_by: "Ada Lovelace" },
  },
  unavailable: {
    message:
      "We cannot answer for the moment. Try again in a few seconds, under the same Idempotency-Key if you sent one.",
  },
  upstream_failed: {
    message: "The skill's endpoint answered with status 500. Nothing was charged.",
    details: { reason: "status", status: 500 },
  },
  upstream_timeout: {
    message: "The skill's endpoint did not answer in time. Nothing was charged.",
    details: { reason: "timeout" },
  },
};

/** The example of an error in the OpenAPI document. */
export function exampleError(code: ErrorCode) {
  const example = EXAMPLES[code];
  return {
    error: {
      code,
      message:
        example?.message ?? `${code.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())}.`,
      param: example?.param ?? null,
      details: example?.details ?? {},
      request_id: "req_0f3c1a9be1d64c7fa2f4f0f2b7c9d1e4",
    },
  };
}
