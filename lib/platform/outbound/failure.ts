import { AppError } from "@/lib/platform/core/errors";

/** Why a call failed, for the caller's `details.reason`. */
export type FailureReason =
  | "dns"
  | "blocked_address"
  | "connect"
  | "tls"
  | "redirect"
  | "status"
  | "too_large"
  | "encoding"
  | "not_json"
  | "reset"
  | "timeout"
  | "status_address"
  | "not_event_stream"
  | "response_schema"
  | "circuit_open"
  | "protocol"
  | "credentials"
  | "tool_error";

/** What is known of a failure besides its reason: the status that the endpoint answered with, and what it said. */
type FailureFacts = { cause?: unknown; retryAfterSeconds?: number; status?: number; said?: string };

/** A call that failed on the skill's side. Its text names no address and no cause. */
export function upstreamFailure(
  reason: FailureReason,
  message: string,
  { status, said, ...extras }: FailureFacts = {},
): AppError {
  return new AppError(
    reason === "timeout" ? "upstream_timeout" : "upstream_failed",
    `${message} Nothing was charged.`,
    {
      details: { reason, ...(status !== undefined && { status }), ...(said && { endpoint_message: said }) },
      ...extras,
    },
  );
}

/** Statuses by which an endpoint says that the caller's parameters are at fault. Others, such as 401 and 404, are its own. */
const REFUSALS = new Set([400, 409, 413, 415, 422]);

/** Whether a status says that the caller's parameters are at fault. */
export const isRefusal = (status: number): boolean => REFUSALS.has(status);

/** The error code that a call is recorded with whose answer breaks the skill's response schema, charged or not. */
export const RESPONSE_INVALID = "response_invalid";

/** The error code that a call is recorded with that its caller has ended; it does not count in the success rate. */
export const CANCELLED = "cancelled";

/** The error code that a failed call is recorded with; `upstream_refused` does not count in the success rate. */
export function recordedCode(error: unknown): string {
  if (!(error instanceof AppError)) return "internal";
  if (error.details.reason === "response_schema") return RESPONSE_INVALID;
  // A tool of an MCP server says in the same way that it failed, and that its parameters are wrong.
  if (error.details.reason === "tool_error") return "upstream_refused";
  const isRefused = error.code === "upstream_failed" && isRefusal(Number(error.details.status));
  return isRefused ? "upstream_refused" : error.code;
}
