/** Payments for credits, and what their payers' banks say of them. */

/** What a payer or their bank does at the processor. What is not possible there does nothing. */
export type PayAction =
  | "pay"
  | "expire"
  | "refund"
  | "refund_fails"
  | "dispute"
  | "dispute_won"
  | "dispute_lost"
  | "dispute_appealed";

/** What events say: an amount, and of which request the refund is that has failed. */
type News = { cents?: bigint; asked?: number | null };
/**
 * Something that happened at the processor, whose events have not arrived. The processor lists it by `listedAt`, which for a failed
 * refund is when the refund was made.
 */
export type Late = { order: string; action: PayAction; news: News; listedAt: number };

/** A refund that the processor knows: `asked` is the place of the request that it answers, or null. */
export type AtProcessor = { cents: bigint; asked: number | null; isFailed: boolean; madeAt: number };

/** Credits that a payer wants back. They leave the wallet at once, and come back where the processor refuses them or the bank does. */
export type Asked = { cents: bigint; state: "pending" | "sent" | "failed" };

/** A payment for credits, from its checkout on. */
export type Order = {
  ref: string;
  account: string;
  cents: bigint;
  state: "open" | "paid" | "expired";
  /** Its state at the processor. */
  there: "open" | "paid" | "expired";
  paidAt: number | null;
  /** What was left, before and since it was paid, of credits that no card pays back. */
  given: bigint;
  /** What refunds and disputes have taken back, in cents, and what of it has left the account. */
  refundedCents: bigint;
  disputedCents: bigint;
  /** What the payer's bank says of it. */
  dispute: "open" | "lost" | "appealed" | "won" | null;
  reversed: bigint;
  /** What its payer asked back, and all refunds and the dispute that the processor knows, also where its events are late. */
  asked: Asked[];
  refunds: AtProcessor[];
  isDisputed: boolean;
};

/** What the processor refunded of a payment. */
export const refundedThere = ({ refunds }: Order): bigint =>
  refunds.reduce((sum, { cents, isFailed }) => (isFailed ? sum : sum + cents), 0n);
