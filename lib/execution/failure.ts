import { AppError } from "@/lib/core/errors";

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
  | "circuit_open";

/** What is known of a failure besides its reason; `status` is the one that the endpoint answered with. */
type FailureFacts = { cause?: unknown; retryAfterSeconds?: number; status?: number };

/** A call that failed on the skill's side. Its text names no address and no cause. */
export function upstreamFailure(
  reason: FailureReason,
  message: string,
  { status, ...extras }: FailureFacts = {},
): AppError {
  return new AppError(
    reason === "timeout" ? "upstream_timeout" : "upstream_failed",
    `${message} Nothing was charged.`,
    { details: { reason, ...(status !== undefined && { status }) }, ...extras },
  );
}

/** Statuses by which an endpoint says that the caller's parameters are at fault. Others, such as 401 and 404, are its own. */
const REFUSALS = new Set([400, 409, 413, 415, 422]);

/** The error code that a failed call is recorded with; `upstream_refused` counts against nobody's success rate. */
export function recordedCode(error: unknown): string {
  if (!(error instanceof AppError)) return "internal";
  const isRefusal = error.code === "upstream_failed" && REFUSALS.has(Number(error.details.status));
  return isRefusal ? "upstream_refused" : error.code;
}
