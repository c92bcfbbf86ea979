/** What sellers, buyers and reviewers make of skills. Amounts are micro-credits. */

export type Promotion = {
  ref: string;
  skill: string;
  code: string;
  percent: bigint | null;
  amount: bigint | null;
  maxUses: number | null;
  uses: number;
  endedAt: number | null;
};

export type Review = {
  ref: string;
  skill: string;
  author: string;
  rating: number;
  isCounted: boolean;
  reply: string | null;
};

type ReportState = "open" | "dismissed" | "warned" | "suspended";
export type Report = { ref: string; skill: string; reporter: string; state: ReportState };

export type Payout = { ref: string; account: string; amount: bigint; state: "in_transit" | "paid" | "failed" };

/** A skill that is offered to another account. */
export type Transfer = { skill: string; from: string; to: string; expiresAt: number };
