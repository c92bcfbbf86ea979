/** What reads or changes rows of several accounts, and why. These are what a cut of the tables by account would make slower. */

/** What a table without a column of its account would take. */
export const WITHOUT_ACCOUNT: Record<string, string> = {
  ledger_transaction: "each of its entries has an owner; the payer in a column, and in the key of its source",
  budget_spend: "what it counts is one account's; that account in a column, and in its key",
  plan_use: "its purchase has a buyer; the buyer in a column, and in its key",
  webhook_delivery: "its endpoint has an account; that in a column, which the claim of due ones then names",
};

const WHY = {
  seller: "a seller sees, and a change of a skill reaches, its buyers; by day it is summed already",
  market: "an administrator looks at the whole marketplace",
  due: "a job looks for what is due of all accounts, a batch at a time; each row has its account from there on",
  old: "retention deletes by age, a batch at a time",
  batch: "requests of several accounts share one statement; each of its rows says its account",
  byId: "administrators, sellers and jobs know an id and not yet its account",
  fee: "a sale's fee is an entry of the marketplace, beside the buyer's and the seller's",
  sides: "a movement has entries of several sides, such as buyer, seller and marketplace, which sum to zero",
  signature: "it takes the id of a purchase; with the account in its signature it would read one part",
} as const;

/** By table: the names of the statements, and of Prisma's calls by file and method. */
export const CROSSING: Record<string, Record<string, string>> = {
  wallet: {
    "accounts.authenticate": WHY.batch,
    "automatic.due": WHY.due,
    "ledger.balance": WHY.batch,
    "money/payments/automatic-topups.ts: findMany": WHY.due,
    "purchases.upcoming": WHY.due,
  },
  hold: {
    "demand/execution/sweeper.ts: deleteMany": WHY.old,
    "execution.expired": WHY.due,
    "operator/system/service.ts: count": WHY.market,
    "runs.announce": WHY.due,
  },
  run: {
    "demand/execution/runs.ts: deleteMany": WHY.old,
    "runs.announce": WHY.due,
  },
  call_detail: {
    "demand/usage/call-details.ts: deleteMany": WHY.old,
    "usage.details.add": WHY.batch,
  },
  idempotency_record: {
    "platform/ratelimit/idempotency.ts: deleteMany": WHY.old,
  },
  purchase: {
    "administration.purchase": WHY.byId,
    "administration.purchases": WHY.market,
    "administration.purchases.count": WHY.market,
    "administration.skills.unrefunded": WHY.market,
    "advisories.holders": WHY.market,
    "analytics.first-sales": WHY.seller,
    "analytics.overview": WHY.seller,
    "analytics.people": WHY.seller,
    "analytics.units": WHY.seller,
    "demand/purchases/refunds.ts: findMany": WHY.seller,
    "demand/purchases/refunds.ts: findUnique": WHY.byId,
    "overview.funnel": WHY.market,
    "plans.used": WHY.seller,
    "prices.followers": WHY.seller,
    "prices.users": WHY.seller,
    "prices.users.count": WHY.seller,
    "purchases.detail": WHY.batch,
    "purchases.due": WHY.due,
    "purchases.renew": WHY.due,
    "purchases.upcoming": WHY.due,
    "refundRequests.admin.get": WHY.byId,
    "refundRequests.admin.queue": WHY.market,
    "refundRequests.developer.queue": WHY.seller,
    "refundRequests.get": WHY.byId,
    "refunds.refund": WHY.byId,
    "review.running": WHY.seller,
    "safety.refunded": WHY.market,
    "safety.rings": WHY.market,
    "safety.shared": WHY.market,
    "safety.spikes": WHY.market,
    "supply/publishing/prices.ts: findMany": WHY.seller,
    "trust.sums": WHY.seller,
  },
  refund_request: {
    "demand/purchases/refund-request-lists.ts: count": WHY.seller,
    "demand/purchases/refund-request-lists.ts: groupBy": WHY.market,
    "demand/purchases/refund-requests.ts: findMany": WHY.due,
    "refundRequests.admin.get": WHY.byId,
    "refundRequests.admin.queue": WHY.market,
    "refundRequests.admin.queue.count": WHY.market,
    "refundRequests.developer.queue": WHY.seller,
    "refundRequests.developer.queue.count": WHY.seller,
    "refundRequests.get": WHY.byId,
  },
  ledger_entry: {
    "cardRefunds.given": WHY.fee,
    "earnings.list": WHY.fee,
    "earnings.months": WHY.fee,
    "earnings.statement": WHY.fee,
  },
  usage_record: {
    "advisories.holders": WHY.market,
    "analytics.first-sales": WHY.seller,
    "analytics.troubled": WHY.seller,
    "analytics.units": WHY.seller,
    "attention.failing": WHY.seller,
    "demand/usage/call-details.ts: findFirst": WHY.seller,
    "operator/system/service.ts: count": WHY.market,
    "prices.followers": WHY.seller,
    "prices.users": WHY.seller,
    "prices.users.count": WHY.seller,
    "usage.downloaders": WHY.seller,
  },
};

/** By table: the functions in which a call, a purchase, and what is read for them do so. */
export const CROSSING_FUNCTIONS: Record<string, Record<string, string>> = {
  wallet: { purchase_renewal_price: WHY.signature },
  hold: { execution_reserve: "the limit of a skill's running calls counts those of all its callers" },
  purchase: {
    purchase_refund: WHY.signature,
    purchase_renew: WHY.signature,
    purchase_renewal_price: WHY.signature,
  },
  ledger_entry: {
    ledger_post: WHY.sides,
    ledger_post_sale: WHY.sides,
    ledger_entries_balance: WHY.sides,
    purchase_refund: WHY.sides,
  },
};
