/** What limits spending: a limit of a key, and budgets of accounts and of skills. Amounts are micro-credits. */

export type Limit = { amount: bigint; interval: "day" | "week" | "month" | "total" };

/** What an account may be charged in a period: for everything, or with a skill for that alone. */
export type Budget = Limit & { ref: string; account: string; skill: string | null };

/** What a budget, or a succession of keys, spent in a period. */
export type Spend = { startAt: number; amount: bigint };

/** Where a charge was counted: of which budget or succession of keys, and in the period that began then. */
export type Counted = { spender: string; startAt: number };

/** A charge that a person is asked about. */
export type Approval = {
  ref: string;
  account: string;
  key: string;
  skill: string;
  version: number;
  kind: "execute" | "download" | "purchase";
  /** What is asked of the skill. */
  request: string;
  price: bigint;
  state: "pending" | "approved" | "refused";
  /** For this very request, or for any of the version; and what may still be charged. */
  scope: "once" | "skill" | null;
  left: bigint;
  askedAt: number;
  expiresAt: number;
};
