import { z } from "zod";
import { Run } from "@/lib/demand/execution/run-schemas";
import { UsageRecord } from "@/lib/demand/usage/schemas";
import { Balance } from "@/lib/money/ledger/schemas";
import { SlugParams } from "@/lib/platform/core/fields";
import { Credits, Price } from "@/lib/platform/core/money";
import { decimalNumber } from "@/lib/platform/core/query";

export const ExecuteInput = z.record(z.string(), z.unknown()).meta({
  description: "The skill's own parameters, as its api_schema says.",
  example: { text: "How many words is this?" },
});
export type ExecuteInput = z.output<typeof ExecuteInput>;

/** The errors of every call of a skill or one of its tools, besides those of all endpoints. */
export const EXECUTE_ERRORS = [
  "not_executable",
  "version_unavailable",
  "credential_required",
  "price_changed",
  "purchase_required",
  "plan_used_up",
  "insufficient_credits",
  "key_limit_reached",
  "budget_reached",
  "approval_required",
  "approval_refused",
  "skill_not_allowed",
  "too_many_in_flight",
  "tool_changed",
  "upstream_failed",
  "upstream_timeout",
] as const;

export const ToolParams = z.object({
  ...SlugParams.shape,
  tool: z.string().max(64).meta({ description: "Name of the tool.", example: "list_invoices" }),
});

const MAX_VERSION_CHARS = 64;
const CallVersion = z.string().min(1).max(MAX_VERSION_CHARS).optional().meta({
  description:
    "The approved version to call: its number, or the version of its package; the current one by default. A version that a breaking one followed can be called for 90 days more, at the price of today; one that only compatible ones followed runs as the newest of these.",
  example: "2",
});

const MaxPrice = decimalNumber(Price).optional();

export const DownloadQuery = z.object({
  max_price: MaxPrice.meta({
    description:
      "Most credits that this download may charge, the renewal of a due subscription included; above it the response is 400 `price_changed`.",
    example: 0.05,
  }),
  version: z.string().min(1).max(MAX_VERSION_CHARS).optional().meta({
    description:
      "An approved version of the package; the current one by default. Of a yanked one, only those who had it get a copy.",
    example: "1.0.0",
  }),
});

export const ExecuteQuery = z.object({
  dry_run: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true validates and quotes without calling or charging.", example: "false" }),
  max_price: MaxPrice.meta({
    description:
      "Most credits that this call may charge, the renewal of a due subscription included; above it the response is 400 `price_changed`. With 0, only free calls run. Of a skill with units it bounds what is held and charged; only a `price_per_call` above it is refused.",
    example: 0.05,
  }),
  version: CallVersion,
});

export const Executed = z.object({
  result: z.unknown().meta({ description: "What the skill returned, as JSON.", example: { words: 5 } }),
  usage: UsageRecord,
  balance: Balance,
});
export const Quote = z.object({
  valid: z.literal(true),
  min_cost: Credits.meta({
    description: "Least that this call can cost: what it costs without the units that its response reports.",
    example: 0.02,
  }),
  max_cost: Credits.meta({ description: "Most that this call can cost.", example: 0.02 }),
  free: z.boolean().meta({ description: "Whether a free call would be used." }),
});
export const ExecuteResult = z.union([Executed, Quote, Run]).meta({ id: "ExecuteResult" });
