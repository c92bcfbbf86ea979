import type { ErrorCode, ErrorDetails } from "./types.js";

/** Codes of failures that have no answer of the API: no connection, no answer in time, and an answer that is not JSON. */
export type LocalCode = "unreachable" | "timeout" | "unreadable" | "digest_mismatch";

export type ErrorInit = {
  code: string;
  message: string;
  status?: number;
  param?: string | null;
  details?: Record<string, unknown>;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** A failed call. `code` is stable; `message` says what happened and what to do. */
export class MarketplaceError<Code extends string = string> extends Error {
  override readonly name = "MarketplaceError";
  readonly code: Code;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** JSON path or query name at fault. */
  readonly param: string | null;
  readonly details: Code extends ErrorCode ? ErrorDetails<Code> : Record<string, unknown>;
  /** The id to name when you ask for help. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(init: ErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code as Code;
    this.status = init.status ?? 0;
    this.param = init.param ?? null;
    this.details = (init.details ?? {}) as this["details"];
    this.requestId = init.requestId ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
  }
}

/** Whether a call failed with this code; then `error.details` has the type of that code. */
export function isError<Code extends ErrorCode | LocalCode>(
  error: unknown,
  code: Code,
): error is MarketplaceError<Code> {
  return error instanceof MarketplaceError && error.code === code;
}

/** Reads the error of an answer. */
export async function errorOf(response: Response): Promise<MarketplaceError> {
  const body = (await response.json().catch(() => null)) as { error?: Record<string, unknown> } | null;
  const error = body?.error;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new MarketplaceError({
    code: typeof error?.code === "string" ? error.code : "unreadable",
    message: typeof error?.message === "string" ? error.message : `The answer has status ${response.status}.`,
    status: response.status,
    param: typeof error?.param === "string" ? error.param : null,
    details: (error?.details as Record<string, unknown> | undefined) ?? {},
    requestId: response.headers.get("request-id"),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}
