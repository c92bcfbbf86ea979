import type { EndpointSpec } from "@/lib/interfaces/http/spec";
import type { ErrorCause } from "@/lib/platform/core/error-kind";
import { ERROR_CODES, ERRORS, type ErrorCode } from "@/lib/platform/core/errors";

/** Every error of an endpoint: those that follow from what it has, and its own list. */
export function errorsOf(spec: EndpointSpec): ErrorCode[] {
  const has: Record<ErrorCause, boolean> = {
    always: true,
    account: spec.access !== "public",
    query: spec.query !== undefined,
    body: spec.body !== undefined,
    upload: spec.upload !== undefined,
    params: spec.params !== undefined,
    idempotent: spec.idempotent === true,
    throttled: spec.throttled !== false,
  };
  return ERROR_CODES.filter((code) => ERRORS[code].by?.some((cause) => has[cause]) || spec.errors?.includes(code));
}
