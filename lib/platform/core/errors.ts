/** Every failure a caller can see: its stable code and the HTTP status that it answers with. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_json: 400,
  email_taken: 400,
  slug_taken: 400,
  not_purchasable: 400,
  not_executable: 400,
  version_unavailable: 400,
  not_downloadable: 400,
  own_skill: 400,
  own_account: 400,
  price_changed: 400,
  nothing_to_refund: 400,
  refund_period_over: 400,
  payout_not_ready: 400,
  payout_too_small: 400,
  insufficient_earnings: 400,
  not_submittable: 400,
  invalid_package: 400,
  invalid_signature: 400,
  event_refused: 400,
  idempotency_key_reused: 400,
  wrong_password: 400,
  wrong_code: 400,
  link_expired: 400,
  account_in_use: 400,
  card_required: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  sign_in_again: 401,
  insufficient_credits: 402,
  purchase_required: 402,
  key_limit_reached: 402,
  confirmation_required: 402,
  forbidden: 403,
  key_scope: 403,
  session_required: 403,
  account_suspended: 403,
  registration_closed: 403,
  review_not_allowed: 403,
  own_skill_review: 403,
  bad_origin: 403,
  not_found: 404,
  no_package: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  answer_not_stored: 409,
  not_pending: 409,
  already_refunded: 409,
  already_requested: 409,
  payout_in_progress: 409,
  not_approved: 409,
  not_appealable: 409,
  not_deletable: 409,
  category_in_use: 409,
  revision_changed: 409,
  source_changed: 409,
  already_reported: 409,
  already_decided: 409,
  not_retryable: 409,
  payload_too_large: 413,
  rate_limited: 429,
  too_many_in_flight: 429,
  internal: 500,
  unavailable: 503,
  upstream_failed: 502,
  processor_failed: 502,
  upstream_timeout: 504,
  processor_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One problem with one input: `param` is the JSON path or the query name at fault. */
export type Issue = { param: string; message: string };

/** Most characters of a caller's input that an error repeats. */
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
    return ERROR_STATUS[this.code];
  }
}

/** One answer for every invalid key, so that it reveals nothing about them. */
export function unauthorized(): AppError {
  return new AppError(
    "unauthorized",
    "A valid API key is required: send it as `Authorization: Bearer <key>`.",
  );
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
