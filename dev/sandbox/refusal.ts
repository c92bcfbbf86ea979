/** A refusal that becomes an error in Stripe's own shape; `more` joins its fields. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly more: Record<string, unknown>;
  constructor(code: string, message: string, status = 400, more: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.more = more;
  }
}
