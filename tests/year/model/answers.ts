/** What an operation answers: a status, the code of a refusal, and the parts of the body that the rules decide. */

/** The status of each refusal. */
export const STATUS = {
  invalid_request: 400,
  credential_required: 400,
  email_taken: 400,
  slug_taken: 400,
  not_purchasable: 400,
  not_downloadable: 400,
  own_skill: 400,
  own_account: 400,
  price_changed: 400,
  nothing_to_refund: 400,
  nothing_unspent: 400,
  refund_period_over: 400,
  not_submittable: 400,
  link_expired: 400,
  payout_not_ready: 400,
  payout_in_progress: 409,
  payout_too_small: 400,
  insufficient_earnings: 400,
  account_in_use: 400,
  idempotency_key_reused: 400,
  invalid_client: 400,
  invalid_grant: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  purchase_required: 402,
  approval_required: 402,
  confirmation_required: 402,
  plan_used_up: 402,
  key_limit_reached: 402,
  budget_reached: 402,
  forbidden: 403,
  key_scope: 403,
  review_not_allowed: 403,
  own_skill_review: 403,
  not_found: 404,
  not_pending: 409,
  not_approved: 409,
  not_deletable: 409,
  already_refunded: 409,
  already_requested: 409,
  already_decided: 409,
  already_reported: 409,
  not_appealable: 409,
  skill_not_allowed: 403,
  approval_refused: 403,
  organization_refused: 403,
  role_required: 403,
  last_owner: 409,
  wrong_account: 409,
  guest_limit_reached: 429,
  upstream_failed: 502,
  upstream_timeout: 504,
} as const;

export type Code = keyof typeof STATUS;

/** Parts of a body by their dotted path; amounts are micro-credits, and an object is named by its ref. */
export type Body = Record<string, unknown>;
export type Answer = { status: number; code: Code | null; body: Body };

/** A refusal. It changes nothing, so it is thrown before anything is changed. */
class Refusal extends Error {
  readonly code: Code;
  readonly details: Body;

  constructor(code: Code, details: Body) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** Refuses an operation. */
export function refuse(code: Code, details: Body = {}): never {
  throw new Refusal(code, details);
}

/** Answers as an answer before did. */
export function repeat({ code, body }: Answer): Body {
  if (code === null) return body;
  const details = Object.entries(body).map(([path, value]) => [path.replace(/^error\.details\./, ""), value]);
  return refuse(code, Object.fromEntries(details));
}

/** What an operation answers, a refusal included. */
export function answerOf(operation: () => Body): Answer {
  try {
    return { status: 200, code: null, body: operation() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = Object.entries(error.details).map(([name, value]) => [`error.details.${name}`, value]);
    return { status: STATUS[error.code], code: error.code, body: Object.fromEntries(details) };
  }
}

/**
 * When an operation happened: somewhere from `at` to `endAt`. `refunded` says what a purchase was given back, where the amount
 * depends on the moment; it must lie between what the two moments give.
 */
export type Moment = {
  at: number;
  endAt: number;
  refunded: (purchase: string) => bigint | null;
};
