import type { BudgetKind } from "@/lib/identity/budgets/schemas";
import * as budgets from "@/lib/identity/budgets/service";
import { manageUrl } from "@/lib/identity/keys/guardrails";
import { rolesWith } from "@/lib/identity/keys/permissions";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { inDollars, type Micros, toCredits } from "@/lib/platform/core/money";

/** The 402 of a wallet that is short: what it costs, what is there, what is missing and where to get it. */
export function insufficientCredits(required: Micros, available: Micros): AppError {
  return new AppError("insufficient_credits", `This costs ${inDollars(required)}; you have ${inDollars(available)}.`, {
    details: {
      required: toCredits(required),
      available: toCredits(available),
      shortfall: toCredits(required - available),
      topup_url: `${env().PUBLIC_URL}/wallet`,
    },
  });
}

/** The 402 of a key that resumes a renewal, or changes its plan, above what it may charge without an approval. */
export function confirmationRequired(price: Micros, askAbove: Micros): AppError {
  return new AppError(
    "confirmation_required",
    `This renews at ${inDollars(price)}, above the ${inDollars(askAbove)} that this key may charge without an approval. Ask the user to do it on the website.`,
    {
      details: {
        price: toCredits(price),
        ask_above: toCredits(askAbove),
        manage_url: manageUrl(),
      },
    },
  );
}

/** What the database says of a charge that a budget refuses: the budget, and micro-credits as text. */
export type BudgetSpend = { budget_id: string | null; limit_micros: string | null; spent_micros: string | null };

/**
 * The 402 of a charge that does not fit into a budget: whose it is, what it has spent, when it resets, and who may raise it.
 * The code of a key's own limit is `key_limit_reached`.
 */
export async function budgetReached(
  { key, organization }: Pick<Caller, "key" | "organization">,
  required: Micros,
  spend: Partial<BudgetSpend>,
): Promise<AppError> {
  const [amount, spent] = [BigInt(spend.limit_micros ?? 0), BigInt(spend.spent_micros ?? 0)];
  // It may have been removed since.
  const budget = spend.budget_id ? await budgets.find(spend.budget_id) : null;
  const kind = budget?.kind ?? "account";
  const isOfKey = kind === "key" || kind === "program";
  const url = isOfKey ? manageUrl() : `${env().PUBLIC_URL}/wallet/budgets`;
  const whose = WHOSE[kind](budget?.name ?? "");
  const remedy = isOfKey
    ? `It can't raise its own limit: ask the user to do that at ${url}, or use another key.`
    : `Keys can't raise it: ask the user to do that at ${url}.`;
  const reset = budget?.resets_at ? ` It resets at ${new Date(budget.resets_at).toISOString()}.` : "";
  const limit = {
    kind,
    id: spend.budget_id ?? "",
    name: budget?.name ?? null,
    amount: toCredits(amount),
    period: budget?.period ?? "total",
    spent: toCredits(spent),
    resets_at: budget?.resets_at ? new Date(budget.resets_at).toISOString() : null,
    may_raise: organization && !isOfKey ? [...rolesWith("pay")] : ["owner"],
    manage_url: url,
  };
  return new AppError(
    isOfKey ? "key_limit_reached" : "budget_reached",
    `This costs ${inDollars(required)}, and ${whose} has spent ${inDollars(spent)} of its limit of ${inDollars(amount)}.${reset} ${remedy}`,
    {
      details: {
        required: toCredits(required),
        ...(isOfKey && { credit_limit: toCredits(amount), spent: toCredits(spent), key_id: key?.id ?? "" }),
        limit,
        manage_url: url,
      },
    },
  );
}

const WHOSE: Record<BudgetKind, (name: string) => string> = {
  account: () => "this account",
  member: (name) => name || "this member",
  key: () => "this key",
  program: () => "this key",
  skill: (name) => `the budget for ${name}`,
};
