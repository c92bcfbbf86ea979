import { ACCOUNT_ERRORS } from "@/lib/platform/core/account-errors";
import { BUYING_ERRORS } from "@/lib/platform/core/buying-errors";
import type { ErrorKind } from "@/lib/platform/core/error-kind";
import { PLAN_ERRORS } from "@/lib/platform/core/plan-errors";
import { REQUEST_ERRORS } from "@/lib/platform/core/request-errors";
import { SELLING_ERRORS } from "@/lib/platform/core/selling-errors";

const KINDS = { ...REQUEST_ERRORS, ...ACCOUNT_ERRORS, ...BUYING_ERRORS, ...PLAN_ERRORS, ...SELLING_ERRORS };

export type ErrorCode = keyof typeof KINDS;

/** Every failure that a caller can see, by its stable code. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorKind>> = KINDS;
export const ERROR_CODES = Object.keys(KINDS) as ErrorCode[];

/** One problem with one input: `param` is the JSON path or the query name at fault. */
export type Issue = { param: string; message: string };

const MAX_ECHO_CHARS = 100;
/** Longest text about one problem; a skill's own schema may list many allowed values. */
const MAX_PROBLEM_CHARS = 500;

/** A caller's input as an error repeats it: its first 100 characters. */
export function echo(input: string): string {
  return clip(input, MAX_ECHO_CHARS);
}

/** Cut to a length, never between the halves of one character. */
function clip(text: string, mostChars: number): string {
  return text.length <= mostChars ? text : `${text.slice(0, mostChars - 1).toWellFormed()}…`;
}

type Extras = {
  /** JSON path or query name at fault. */
  param?: string;
  /** Machine-readable facts that help the caller to act. */
  details?: Record<string, unknown>;
  /** What really happened; logged under the request id, never shown. */
  cause?: unknown;
  /** Seconds after which a retry may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number;
};

/** The one failure of this product. Its message is written for the person or agent that made the request. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, publicMessage: string, extras: Extras = {}) {
    super(publicMessage, { cause: extras.cause });
    this.name = "AppError";
    this.code = code;
    this.param = extras.param === undefined ? null : echo(extras.param);
    this.details = extras.details ?? {};
    this.retryAfterSeconds = extras.retryAfterSeconds ?? null;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** One answer for every invalid key, so that it reveals nothing about them. */
export function unauthorized(): AppError {
  return new AppError("unauthorized", "Missing or invalid API key. Send it as `Authorization: Bearer <key>`.");
}

/** An unknown resource and someone else's answer alike, so that ids cannot be probed. */
export function notFound(): AppError {
  return new AppError("not_found", "There is no such resource.");
}

/** A 400 for another request under an Idempotency-Key that is still remembered. */
export function keyReused(): AppError {
  const message = "This Idempotency-Key was used for another request. Use a new one.";
  return new AppError("idempotency_key_reused", message, { param: "Idempotency-Key" });
}

/** A 400 that names every field at fault; `param` is the first of them. */
export function invalid(found: [Issue, ...Issue[]], message?: string): AppError {
  const issues = found.map((issue) => ({
    param: echo(issue.param),
    message: clip(issue.message, MAX_PROBLEM_CHARS),
  }));
  const first = issues[0] as Issue;
  return new AppError("invalid_request", message ?? `${first.param}: ${first.message}`, {
    param: first.param,
    details: { issues },
  });
}
