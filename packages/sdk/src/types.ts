import type { components, operations } from "./generated/openapi.js";

type Schemas = components["schemas"];
type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;

export type Skill = Schemas["Skill"];
export type SkillDetail = Schemas["SkillDetail"];
export type SkillVersion = Schemas["SkillVersion"];
export type Purchase = Schemas["Purchase"];
export type PurchaseResult = Schemas["PurchaseResult"];
export type PlanQuote = Schemas["PlanQuote"];
export type PlanChanged = Schemas["PlanChangeResult"];
export type PlanOffer = Schemas["PlanOffer"];
export type UsageRecord = Schemas["UsageRecord"];
export type Balance = Schemas["Balance"];
export type LedgerEntry = Schemas["LedgerEntry"];
export type Payment = Schemas["Order"];
export type Notification = Schemas["Notification"];
export type Payout = Schemas["Payout"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type Key = Schemas["Key"];
export type Checkout = Schemas["Checkout"];
type Executed = Extract<Schemas["ExecuteResult"], { usage: unknown }>;
export type Run = Schemas["Run"];
export type Quote = Extract<Schemas["ExecuteResult"], { valid: true }>;
/** What a run answered, what it cost, and the balance afterwards. */
export type RunResult<Result = unknown> = Omit<Executed, "result"> & { result: Result };

/** One line of a batch: the quote, each call as it ends, and the summary. */
export type BatchLine<Result = unknown> =
  | { quote: { calls: number; max_cost: number } }
  | { index: number; state: "succeeded"; result: Result; usage: Executed["usage"]; replayed?: true }
  | { index: number; state: "failed"; error: { code: string; message?: string; details?: object } }
  | { summary: { succeeded: number; failed: number; cost: number } };

/** An event of a skill that streams. */
export type ServerEvent = { event: string; data: string };

export type SearchOptions = Omit<Query<"listSkills">, "offset" | "limit"> & PageOptions;
/** The filters of a list that is read from an entry on. */
type Filters<Name extends keyof operations> = Omit<Query<Name>, "offset" | "limit" | "starting_after"> & PageOptions;
export type UsageOptions = Filters<"listUsage">;
export type LedgerOptions = Filters<"listLedgerEntries">;
export type NotificationOptions = Filters<"listNotifications">;
export type DeliveryOptions = Filters<"listWebhookDeliveries">;
export type KeyInput = NonNullable<operations["createKey"]["requestBody"]>["content"]["application/json"];
export type TopupInput = NonNullable<operations["createTopup"]["requestBody"]>["content"]["application/json"];

/** Every error body that the API describes, by its code. */
type ErrorBody = Extract<Schemas[keyof Schemas], { error: { code: string; details: unknown } }>["error"];
export type ErrorCode = ErrorBody["code"];
/** The `details` of an error of this code. */
export type ErrorDetails<Code extends ErrorCode> = Extract<ErrorBody, { code: Code }>["details"];

export type PageOptions = {
  /** Entries per request, 1 to 100. */
  pageSize?: number;
};

/** One page of a list as the API answers it. */
export type Page<Item> = { data: Item[]; total: number; has_more: boolean };

/** What every call takes. */
export type CallOptions = {
  /** Ends the call, retries included. */
  signal?: AbortSignal;
  /** Longest time of one attempt in milliseconds, instead of the client's. */
  timeoutMs?: number;
};

/** What every call that may charge takes. */
export type SpendOptions = CallOptions & {
  /** Most credits that this call may charge; above it the error is `price_changed` and nothing is charged. */
  maxPrice?: number;
  /** Repeating a request under its key charges once. Automatic retries keep the key. */
  idempotencyKey?: string;
};

/** What every run takes. */
export type RunOptions = SpendOptions & {
  /** An approved version to call instead of the current one: its number, or the version of its package. */
  version?: number | string;
};
