/**
 * Changes of a running subscription's plan. Invariants: what a change charges is decided in `plan_quote` alone; it ends the
 * old period and begins the new one in one transaction, once, however often it is asked for.
 */

import type { z } from "zod";
import { approvalRequired, namedBy } from "@/lib/demand/approvals/service";
import { BOUGHT, type BuyRow, refused } from "@/lib/demand/purchases/buying";
import type { PlanChange, PlanChangeResult, PlanQuote } from "@/lib/demand/purchases/plan-schemas";
import { toPurchaseView } from "@/lib/demand/purchases/rows";
import { requireKeyAllowsPurchase } from "@/lib/demand/purchases/service";
import * as documents from "@/lib/money/billing/documents";
import { confirmationRequired } from "@/lib/money/ledger/refusals";
import * as ledger from "@/lib/money/ledger/service";
import type { Caller } from "@/lib/platform/core/caller";
import { countCharge } from "@/lib/platform/core/counts";
import { query, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { type AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { priceToMicros, toCredits } from "@/lib/platform/core/money";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import type { Interval } from "@/lib/supply/skills/intervals";

type QuoteRow = {
  outcome: string;
  name: string | null;
  interval: Interval;
  price: string;
  credit: string;
  starts_at: Date;
  ends_at: Date;
};

/** What another plan would charge a purchase of the caller's now, and when it would begin; nothing is charged. */
export async function quote(caller: Caller, id: string, plan: string): Promise<z.input<typeof PlanQuote>> {
  const [row] = await query<QuoteRow>(
    "plans.quote",
    `SELECT q.outcome, q.price, q.credit, q.starts_at, q.ends_at,
         coalesce(q.plan ->> 'term_interval', p.interval) AS interval,
         coalesce(q.plan ->> 'name', p.plan) AS name
       FROM plan_quote($1, $2, $3) AS q LEFT JOIN purchase p ON p.id = $1 AND p.buyer_id = $2`,
    [id, caller.accountId, plan],
  );
  if (!row) throw notFound();
  const { outcome } = row;
  if (outcome !== "now" && outcome !== "later" && outcome !== "same") throw planRefused(outcome);
  const [price, credit] = [BigInt(row.price), BigInt(row.credit)];
  return {
    plan: row.name ?? plan,
    applies: outcome,
    price: toCredits(price),
    interval: row.interval,
    credit: toCredits(credit),
    charge: outcome === "now" ? toCredits(price - credit) : 0,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
  };
}

type ChangeRow = BuyRow & { slug: string; refunded: string; source_id: string | null };

/**
 * Gives a purchase of the caller's another plan: one that costs more at once, for its price less what is unused of the
 * running term; any other when that ends. The plan that it has withdraws one that was chosen for later.
 */
export async function change(
  caller: Caller,
  id: string,
  input: PlanChange,
  claimed: Claim | null,
): Promise<z.input<typeof PlanChangeResult>> {
  await requireKeyAllowsPurchase(caller, id);
  const asked = { kind: "purchase", parameters: { purchase: id, plan: input.plan } } as const;
  const named = namedBy({ approval: input.approval ?? caller.approval ?? null }, asked);
  const result = await transaction(async (db) => {
    const [row] = await query<ChangeRow>(
      "plans.change",
      `SELECT ${BOUGHT}, r.refunded, r.source_id, s.slug, v.name
         FROM plan_change($id, $account, $plan, $key, $session, $max_price, $approval, $digest) AS r
           LEFT JOIN skill s ON s.id = r.skill_id
           LEFT JOIN skill_revision v ON v.id = coalesce(s.live_revision_id, s.current_revision_id)`,
      {
        id,
        account: caller.accountId,
        plan: input.plan,
        key: caller.key?.id ?? null,
        session: caller.session?.id ?? null,
        max_price: input.max_price === undefined ? null : priceToMicros(input.max_price),
        ...named,
      },
      db,
    );
    if (!row || !isDone(row.outcome)) return { row, view: null };
    const view = toResult(row, row.outcome);
    await keepAnswer(db, claimed, view);
    if (row.source_id !== null && BigInt(row.refunded) > 0n)
      await documents.issue(db, {
        kind: "credit_note",
        reason: "purchase_refund",
        accountId: caller.accountId,
        purchaseId: id,
        source: { type: "refund", id: row.source_id },
        net: BigInt(row.refunded),
        tax: 0n,
      });
    return { row, view };
  }).catch((cause: unknown) => {
    throw violates(cause, "purchase_of_listed_skill") ? planRefused("not_sold") : cause;
  });
  const { row, view } = result;
  if (!row) throw notFound();
  if (!view) throw await refusedChange(caller, row, asked);
  if (row.outcome === "changed") countCharge("purchase", BigInt(row.price ?? 0));
  return view;
}

const DONE = ["changed", "scheduled", "withdrawn", "already"] as const;
type Done = (typeof DONE)[number];
const isDone = (outcome: string): outcome is Done => DONE.some((one) => one === outcome);

const toResult = (row: ChangeRow, change: Done) => ({
  purchase: toPurchaseView(row),
  balance: ledger.toBalance(BigInt(row.posted), BigInt(row.held)),
  change,
  credit: toCredits(BigInt(row.refunded)),
});

async function refusedChange(
  caller: Caller,
  row: ChangeRow,
  asked: { kind: "purchase"; parameters: object },
): Promise<AppError> {
  if (row.outcome in REFUSALS) return planRefused(row.outcome);
  const [price, limit] = [BigInt(row.price ?? 0), BigInt(row.limit_micros ?? 0)];
  if (row.outcome === "confirmation_required") return confirmationRequired(price, limit);
  if (row.outcome !== "approval_required") return refused(caller, row, row.slug);
  const charge = { ...asked, skillId: row.skill_id ?? "", version: row.version ?? 0 };
  return approvalRequired(caller, charge, price, limit);
}

const REFUSALS: Record<string, string> = {
  ended: "can't be changed: this purchase has ended. Buy the skill with the plan",
  not_sold: "can't be changed: the skill is no longer sold as a subscription",
  no_plan: "is not a plan of this skill; see the skill's `plans` for their names",
  refund_open: "can't be changed while you ask for a refund: wait for the decision",
  calls_open:
    "can't be changed while your calls run, since they may return units that they hold. Try again when they have ended",
  not_renewing: "would begin when the current term ends, but your renewal is canceled. Resume it first",
};

function planRefused(outcome: string): AppError {
  const message = REFUSALS[outcome];
  return message === undefined ? notFound() : invalid([{ param: "plan", message }]);
}
