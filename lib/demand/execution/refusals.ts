import { notAllowed } from "@/lib/demand/allowed-skills/service";
import { approvalRequired, type Charge } from "@/lib/demand/approvals/service";
import { type BudgetSpend, budgetReached, insufficientCredits } from "@/lib/money/ledger/refusals";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound, unauthorized } from "@/lib/platform/core/errors";
import { inDollars, type Micros, toCredits } from "@/lib/platform/core/money";
import type * as catalog from "@/lib/supply/catalog/service";
import type { PlanUnitTerms } from "@/lib/supply/skills/plans";
import { trialText } from "@/lib/supply/skills/price-text";
import type { UnitTerms } from "@/lib/supply/skills/units";

/** An admitted call, and what it will cost when it succeeds. */
export type Reservation = {
  holdId: string;
  skillId: string;
  slug: string;
  version: number;
  /** Which of its tools, of a skill that has several. */
  operation: string | null;
  kind: "execute" | "download";
  /** What is held: the most that it may cost. */
  price: Micros;
  /** What it costs without units. */
  base: Micros;
  units: UnitTerms[] | null;
  isFree: boolean;
  /** The secrets that a call is signed with: two while the grace after a rotation lasts. */
  signingSecrets: readonly string[];
  pseudonymSecret: string;
};

/** What `execution_reserve` is asked. */
export type Opening = {
  holdId: string;
  accountId: string;
  isAdmin: boolean;
  skillId: string;
  kind: "execute" | "download";
  keyId: string | null;
  keyPrefix: string | null;
  maxPrice: Micros | null;
  holdSeconds: number;
  version: number;
  sessionId: string | null;
  approval: string | null;
  digest: Buffer | null;
  operation: string | null;
};

/** What `execution_reserve` answers; amounts are micro-credits as text. */
export type ReserveRow = BudgetSpend & {
  outcome: string;
  price: string | null;
  base: string | null;
  units: UnitTerms[] | null;
  is_free: boolean;
  available: string | null;
  signing_secret: string;
  pseudonym_secret: string;
};

/** Seconds after which a caller that is too busy may try again. */
const BUSY_RETRY_SECONDS = 1;

/** The error of a call that was not admitted; the budget or the approval that it lacks is named. */
export async function notAdmitted(
  row: Partial<ReserveRow>,
  caller: Caller,
  listing: Pick<catalog.ListingDetail, "slug" | "skill_id" | "revision_number">,
  asked: Pick<Charge, "kind" | "parameters">,
): Promise<AppError> {
  const price = BigInt(row.price ?? 0);
  if (row.outcome === "budget_reached") return budgetReached(caller, price, row);
  if (row.outcome === "not_allowed") return notAllowed(caller, listing.slug);
  if (row.outcome === "purchase_required") return purchaseRequired(caller, listing, price);
  if (row.outcome === "plan_used_up") return planUsedUp(caller, listing);
  if (row.outcome !== "approval_required") return refusal(row, listing.slug);
  const charge = { ...asked, skillId: listing.skill_id, version: listing.revision_number };
  return approvalRequired(caller, charge, price, BigInt(row.limit_micros ?? 0));
}

/** The error of a use that needs a subscription, with the trial that the caller may have. */
export async function purchaseRequired(
  { accountId }: Caller,
  { slug, skill_id }: Pick<catalog.ListingDetail, "slug" | "skill_id">,
  price: Micros,
): Promise<AppError> {
  const [trial] = await query<{ trial_days: number }>(
    "execution.trial",
    "SELECT trial_days FROM listing WHERE skill_id = $2 AND trial_days > 0 AND trial_state($1, $2) = 'available'",
    [accountId, skill_id],
  );
  const cost = `${trialText(trial?.trial_days ?? 0)}${inDollars(price)}`;
  return new AppError("purchase_required", `This skill needs a subscription: ${cost}. Buy it first.`, {
    details: {
      price: toCredits(price),
      ...(trial && { trial_days: trial.trial_days }),
      purchase_url: `${env().PUBLIC_URL}/v1/skills/${slug}/purchase`,
    },
  });
}

/** The error of a call beyond those that the caller's plan includes. */
export async function planUsedUp(
  { accountId }: Pick<Caller, "accountId">,
  { skill_id }: Pick<catalog.ListingDetail, "skill_id">,
): Promise<AppError> {
  const purchase = await prisma().purchase.findFirst({
    where: { buyerId: accountId, skillId: skill_id, status: "active" },
    select: { id: true, term: true, includedCalls: true, includedUnits: true, currentPeriodEnd: true },
  });
  // It has ended or changed meanwhile.
  if (!purchase) return notFound();
  const { id, currentPeriodEnd } = purchase;
  const calls = purchase.includedCalls;
  const use = await prisma().planUse.findUnique({
    where: { purchaseId_term: { purchaseId: id, term: purchase.term } },
  });
  const used = (use?.units ?? {}) as Record<string, number>;
  const units = (purchase.includedUnits as PlanUnitTerms[]).filter(
    ({ name, included, beyond_nanos }) => beyond_nanos === null && (used[name] ?? 0) >= included,
  );
  const many = [
    ...(calls === null ? [] : [`${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"}`]),
    ...units.map(({ name, included }) => `${included.toLocaleString("en")} ${name.replaceAll("_", " ")}`),
  ];
  const message = `Your plan includes ${many.join(", ")} a term, all of which are used. Nothing was called or charged.`;
  return new AppError("plan_used_up", message, {
    details: {
      included_calls: calls,
      used_up: units.map(({ name }) => name),
      resets_at: currentPeriodEnd.toISOString(),
      plan_url: `${env().PUBLIC_URL}/v1/purchases/${id}/plan`,
    },
  });
}

/** The error of a call that lacks nothing else. */
export function refusal(row: Partial<ReserveRow>, slug: string): AppError {
  const price = BigInt(row.price ?? 0);
  switch (row.outcome) {
    case "account_busy":
      return busy("You have as many calls in flight as one account may have. Wait for one to end.");
    case "skill_busy":
      return busy("This skill has as many calls in flight as it may have. Try again shortly.");
    case "being_opened":
      return busy("Another download of this package is starting. Try again shortly.");
    case "price_changed":
      return new AppError(
        "price_changed",
        `This would charge ${inDollars(price)}, above your max_price. Nothing was charged. Raise max_price to pay that.`,
        { param: "max_price", details: { price: toCredits(price) } },
      );
    case "insufficient_credits":
      return insufficientCredits(price, BigInt(row.available ?? 0));
    case "unauthorized":
      return unauthorized();
    case "key_scope":
      return new AppError("key_scope", `This key was just changed: it may no longer use the skill ${slug}.`);
    default:
      return notFound();
  }
}

function busy(message: string): AppError {
  return new AppError("too_many_in_flight", message, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}

/** The failure of a call that ended, and was not charged any more. */
export function tooLate(cause?: unknown): AppError {
  return new AppError("upstream_timeout", "The call took too long to be settled. Nothing was charged.", {
    cause,
  });
}
