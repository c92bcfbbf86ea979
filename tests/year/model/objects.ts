/** What sellers, buyers and reviewers make of skills. Amounts are micro-credits. */
import type { Plan } from "@/tests/year/model/terms";

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

/** A plan that one account alone sees. */
export type Offer = { ref: string; skill: string; account: string; plan: Plan };

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

export type RefundRequest = {
  ref: string;
  purchase: string;
  term: number;
  state: "open" | "declined" | "escalated" | "refunded" | "rejected" | "closed";
  dueAt: number;
  answeredAt: number | null;
};
