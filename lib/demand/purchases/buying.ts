/**
 * Buying a subscription with credits.
 * Invariants: one running purchase a buyer and skill; a term is charged once.
 */

import { notAllowed } from "@/lib/demand/allowed-skills/service";
import { approvalRequired, namedBy } from "@/lib/demand/approvals/service";
import { noPromotion } from "@/lib/demand/purchases/promotion-codes";
import { type PurchaseRow, toPurchaseView } from "@/lib/demand/purchases/rows";
import type { PurchaseInput } from "@/lib/demand/purchases/schemas";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { NO_FEE } from "@/lib/money/ledger/fee";
import { type BudgetSpend, budgetReached, insufficientCredits } from "@/lib/money/ledger/refusals";
import * as ledger from "@/lib/money/ledger/service";
import { operation, runOperations, STARTING, walletBatcher } from "@/lib/money/ledger/wallet-batcher";
import type { Caller } from "@/lib/platform/core/caller";
import { countCharge } from "@/lib/platform/core/counts";
import { query } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, notFound, unauthorized } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inDollars, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { requireInstallable } from "@/lib/supply/advisories/installing";

/** What `purchase_buy` says, and `plan_change`. */
export type BuyRow = Omit<PurchaseRow, "slug"> &
  BudgetSpend & {
    outcome: string;
    price: string | null;
    posted: string;
    held: string;
    version: number | null;
    skill_id: string | null;
  };

type Buying = {
  accountId: string;
  slug: string;
  keyId: string | null;
  sessionId: string | null;
  maxPrice: bigint | null;
  autoRenew: boolean;
  trial: boolean | null;
  plan: string | null;
  approval: string | null;
  digest: Buffer | null;
};

/** The columns of a `BuyRow`, of `r`. */
export const BOUGHT = `r.outcome, r.price, r.posted, r.held, r.limit_micros, r.spent_micros, r.budget_id, r.version, r.skill_id,
  (r.bought).id,
  (r.bought).price_micros, (r.bought).interval, (r.bought).status, (r.bought).started_at, (r.bought).current_period_end,
  (r.bought).auto_renew, (r.bought).refunded_micros, (r.bought).term, (r.bought).plan, (r.bought).included_calls,
  (r.bought).beyond_micros, (r.bought).included_units, (r.bought).next_plan, (r.bought).replaces_id`;

const BUY = operation(
  {
    id: "uuid",
    posting: "uuid",
    slug: "text",
    key: "uuid",
    max_price: "bigint",
    auto_renew: "boolean",
    approval: "uuid",
    digest: "bytea",
    session: "uuid",
    trial: "boolean",
    plan: "text",
  },
  `r.name, ${BOUGHT}`,
  (m) =>
    `purchase_buy(${m.id}, ${m.posting}, $account, ${m.slug}, ${m.key}, ${m.max_price}, ${m.auto_renew}, $fee, NULL,
    ${m.approval}, ${m.digest}, ${m.session}, ${m.trial}, ${m.plan})`,
);

/** Alone, never in a batch: a transaction that locked several codes could deadlock with another one. */
const BUY_WITH_CODE = `SELECT r.name, ${BOUGHT}
  FROM purchase_buy($id, $posting, $account, $slug, $key, $max_price, $auto_renew, $fee, $code, $approval,
    $digest, $session, $trial, $plan) AS r`;

/** The parameters of a purchase. */
const own = ({ slug, keyId, sessionId, maxPrice, autoRenew, trial, plan, approval, digest }: Buying) => ({
  id: newId(),
  posting: newId(),
  slug,
  key: keyId,
  session: sessionId,
  max_price: maxPrice,
  auto_renew: autoRenew,
  trial,
  plan,
  approval,
  digest,
});

async function buyWithCode(buying: Buying, code: string): Promise<BuyRow> {
  const values = { ...own(buying), account: buying.accountId, fee: NO_FEE, code };
  const [row] = await query<BuyRow>("purchases.buyWithCode", BUY_WITH_CODE, values);
  if (!row) throw new Error("A purchase answers its outcome.");
  return row;
}

const buyOne = walletBatcher(
  (accountId, all: Buying[]): Promise<BuyRow[]> =>
    runOperations("purchases.buy", BUY, all.map(own), { account: accountId, fee: NO_FEE }),
  STARTING,
);

/** Buys a subscription with credits, or begins its trial. An already running purchase is answered as it is, and nothing is charged. */
export async function buy(caller: Caller, slug: string, input: PurchaseInput) {
  requireKeyAllows(caller, slug);
  const maxPrice = input.max_price === undefined ? null : priceToMicros(input.max_price);
  const { promotion_code: code, auto_renew: autoRenew, trial, plan } = input;
  const parameters = {
    auto_renew: autoRenew,
    promotion_code: code ?? null,
    ...(trial !== undefined && { trial }),
    ...(plan !== undefined && { plan }),
  };
  const asked = { kind: "purchase", parameters } as const;
  const named = namedBy({ approval: input.approval ?? caller.approval ?? null }, asked);
  const by = { accountId: caller.accountId, keyId: caller.key?.id ?? null, sessionId: caller.session?.id ?? null };
  const buying = { ...by, slug, maxPrice, autoRenew, trial: trial ?? null, plan: plan ?? null, ...named };
  const row = await (code === undefined ? buyOne(buying) : buyWithCode(buying, code)).catch((cause: unknown) => {
    // Its developer has just closed the account: the skill was there when the purchase began.
    throw violates(cause, "purchase_of_listed_skill") ? notFound() : cause;
  });
  if (row.outcome === "approval_required") {
    const charge = { ...asked, skillId: row.skill_id ?? "", version: row.version ?? 0 };
    throw await approvalRequired(caller, charge, BigInt(row.price ?? 0), BigInt(row.limit_micros ?? 0));
  }
  if (row.outcome !== "bought" && row.outcome !== "already_owned") throw await refused(caller, row, slug);
  if (row.outcome === "bought" && row.term > 0) countCharge("purchase", BigInt(row.price ?? 0));
  return {
    purchase: toPurchaseView({ ...row, slug }),
    balance: ledger.toBalance(BigInt(row.posted), BigInt(row.held)),
    ...(row.outcome === "already_owned" && { already_owned: true as const }),
  };
}

/** Why a purchase is refused that lacks no approval. */
export async function refused(caller: Caller, row: BuyRow, slug: string): Promise<AppError> {
  if (row.outcome === "not_allowed") return notAllowed(caller, slug);
  if (row.outcome === "version_yanked" || row.outcome === "download_paused") return notInstallable(row, slug);
  if (row.outcome === "budget_reached") return budgetReached(caller, BigInt(row.price ?? 0), row);
  return refusal(row, slug);
}

/** Why a package can't be bought; not_found when that has ended meanwhile, so that one asks again. */
async function notInstallable({ skill_id, version }: BuyRow, slug: string): Promise<AppError> {
  return requireInstallable({ skill_id: skill_id ?? "", slug, revision_number: version ?? 0 }).then(
    notFound,
    (error: AppError) => error,
  );
}

function refusal(row: BuyRow, slug: string): AppError {
  const price = BigInt(row.price ?? 0);
  switch (row.outcome) {
    case "not_found":
      return notFound();
    case "own_skill":
      return new AppError("own_skill", "This is your own skill: you may use it without buying it.");
    case "not_purchasable":
      return new AppError("not_purchasable", "This skill is paid per call: execute it, there is nothing to buy.", {
        details: { execute_url: `${env().PUBLIC_URL}/v1/skills/${slug}/execute` },
      });
    case "price_changed":
      return new AppError("price_changed", `The price is ${inDollars(price)}, above your max_price.`, {
        param: "max_price",
        details: { price: toCredits(price) },
      });
    case "unauthorized":
      return unauthorized();
    case "no_plan":
      return invalid([
        { param: "plan", message: "is not a plan of this skill; see the skill's `plans` for their names" },
      ]);
    case "other_plan":
      return invalid([
        {
          param: "plan",
          message: `is not the plan that you have, ${row.plan ?? "Standard"}; change it with POST /v1/purchases/{id}/plan`,
        },
      ]);
    case "no_trial":
      return invalid([{ param: "trial", message: "is not offered by this skill; leave it out" }]);
    case "trial_used":
      return invalid([
        {
          param: "trial",
          message: "was used already by this account, its email or its card; send false to pay the price now",
        },
      ]);
    case "trial_unverified":
      return invalid([
        {
          param: "trial",
          message: "needs a verified email: verify yours in Settings, or send false to pay the price now",
        },
      ]);
    case "no_promotion":
      return noPromotion();
    default:
      return insufficientCredits(price, BigInt(row.posted) - BigInt(row.held));
  }
}
