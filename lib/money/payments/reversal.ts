import { creditsForCents, type Micros } from "@/lib/platform/core/money";

/** What an account may spend, and what it owes. */
export type Sums = { available: Micros; debt: Micros };
/** How much credit leaves a wallet, and how much becomes debt; negative when a won dispute returns credits. */
export type Reversal = { total: Micros; wallet: Micros; receivable: Micros };

export type Refund = { cents: number; isFailed: boolean };

/** What is known of a refund after news of it, in whatever order they come: one that failed stays failed. */
export function withRefundNews(known: Refund | undefined, news: Refund): Refund {
  return { cents: news.cents, isFailed: news.isFailed || (known?.isFailed ?? false) };
}

/**
 * The cents of a payment that stay refunded. `named` is the most that its charge has named: it counts for refunds that no
 * event has told one by one.
 */
export function refundedCents(named: number, refunds: Record<string, Refund>): number {
  const sum = (isFailed: boolean) =>
    Object.values(refunds).reduce((cents, each) => cents + (each.isFailed === isFailed ? each.cents : 0), 0);
  return Math.max(sum(false), named - sum(true));
}

/**
 * A dispute: when it began (seconds), whether it is over, and the cents of its balance transactions by their ids; for people also
 * its amount, the processor's state, and until when (seconds) evidence is taken. Disputes stored before have none of the latter.
 */
export type Dispute = {
  created: number;
  isOver: boolean;
  moved: Record<string, number>;
  cents?: number;
  status?: string;
  dueBy?: number | null;
};

/** The processor's states in the order in which a dispute goes through them, since events may come in any. */
const STATUS_ORDER = [
  "warning_needs_response",
  "warning_under_review",
  "needs_response",
  "under_review",
  "warning_closed",
  "lost",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "prevented",
];
/** A state that we don't know is newer than this release: it is shown, and only an end that we know follows it. */
const UNKNOWN_RANK = STATUS_ORDER.indexOf("won") - 0.5;
const rankOf = (status: string | undefined) => {
  const rank = STATUS_ORDER.indexOf(status ?? "");
  return status && rank < 0 ? UNKNOWN_RANK : rank;
};
const furthest = (a: string | undefined, b: string | undefined) => (rankOf(a) > rankOf(b) ? a : b);

/** The states in which a person has to answer at the processor. */
export const NEEDS_RESPONSE = ["warning_needs_response", "needs_response", "appeal_needs_response"];

/** The states in which the bank has decided, though an appeal may follow a lost one. */
const DECIDED = ["lost", "won", "prevented", "warning_closed"];

/** Whether the bank has yet to decide a dispute. */
export const isUndecided = ({ isOver, status }: Dispute): boolean => !isOver && !DECIDED.includes(status ?? "");

/** What is known of a dispute after news of it, in whatever order they come. */
export function withNews(known: Dispute | undefined, news: Dispute): Dispute {
  return {
    created: news.created,
    isOver: news.isOver || (known?.isOver ?? false),
    moved: { ...known?.moved, ...news.moved },
    cents: news.cents ?? known?.cents ?? 0,
    status: furthest(known?.status, news.status) ?? "",
    dueBy: news.dueBy ?? known?.dueBy ?? null,
  };
}

/** The cents that a dispute has taken and not returned. */
export function takenBy(dispute: Dispute | undefined): number {
  const moved = Object.values(dispute?.moved ?? {}).reduce((sum, cents) => sum + cents, 0);
  return Math.max(0, -moved);
}

/** The smaller of two amounts. */
export const least = (a: Micros, b: Micros) => (a < b ? a : b);

/**
 * The net and the tax of the cents that were returned of a payment, in proportion to what was paid, the net part rounded to the
 * nearest cent. Returned in full, both are whole.
 */
export function partsOf(
  returned: bigint,
  { amountCents, taxCents }: { amountCents: bigint; taxCents: bigint },
): { net: bigint; tax: bigint } {
  const paid = amountCents + taxCents;
  const most = least(returned, paid);
  const net = (2n * most * amountCents + paid) / (2n * paid);
  return { net, tax: most - net };
}

/**
 * The cents, tax included, that return `net` cents of a payment besides what was returned before, so that `partsOf` gives that net
 * again: rounded to the nearest cent, once for all that was returned.
 */
export function centsFor(
  net: bigint,
  before: bigint,
  { amountCents, taxCents }: { amountCents: bigint; taxCents: bigint },
): bigint {
  const payment = { amountCents, taxCents };
  const paid = amountCents + taxCents;
  const wanted = partsOf(before, payment).net + net;
  return (2n * wanted * paid + amountCents) / (2n * amountCents) - before;
}

/** The part of a top-up that repays debt first. */
export function repayable({ debt }: Sums, credits: Micros): Micros {
  return least(debt, credits);
}

/**
 * What must move so that `already` becomes what refunds and disputes of `cents` amount to, `most` at most. The wallet
 * goes down to zero, the rest becomes debt; on the way back, debt is forgiven first. Null when nothing moves.
 */
export function reversal(
  { cents, most, already }: { cents: bigint; most: Micros; already: Micros },
  { available, debt }: Sums,
): Reversal | null {
  const total = least(creditsForCents(cents), most) - already;
  if (total === 0n) return null;
  if (total > 0n) {
    const wallet = least(available, total);
    return { total, wallet, receivable: total - wallet };
  }
  const forgiven = least(debt, -total);
  return { total, wallet: total + forgiven, receivable: -forgiven };
}
