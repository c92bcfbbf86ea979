/** What moved credits, as tables of transactions name it; `execute` and `download` are also what calls are. */
export const TRANSACTIONS: Record<string, string> = {
  topup: "Top-up",
  purchase: "Purchase",
  renewal: "Renewal",
  execute: "Call",
  download: "Download",
  grant: "Grant",
  refund: "Payment refunded",
  refund_reversed: "Refund reversed",
  purchase_refund: "Refund",
  payout: "Payout",
  payout_returned: "Payout returned",
};

/** Why a call failed, in the few words that a table has room for. */
export const FAILURES: Record<string, string> = {
  upstream_failed: "skill failed",
  upstream_refused: "parameters rejected",
  upstream_timeout: "timed out",
  response_invalid: "response breaks the schema",
  usage_invalid: "no valid unit report",
  usage_cut: "units above the limit",
  price_changed: "price changed",
  abandoned: "interrupted",
  cancelled: "cancelled",
  internal: "failed on our side",
};

export const REVIEW_STEPS: Record<string, string> = {
  submit: "submitted",
  appeal: "appealed",
  approve: "approved",
  reject: "rejected",
  withdraw: "withdrawn",
  unlist: "unlisted",
  relist: "put back",
  resume: "sales resumed",
  suspend: "suspended",
  unsuspend: "suspension ended",
  warn: "warned",
  reprice: "price changed",
};

/** What Stripe asks developers for, by its own names; those without words of ours are shown as they are. */
const DUE: Record<string, string> = {
  external_account: "Add a bank account",
  "individual.id_number": "Enter your tax ID (in the US, your SSN)",
  "individual.verification.document": "Upload a photo ID to Stripe",
  "individual.verification.additional_document": "Upload proof of your address to Stripe",
  "tos_acceptance.date": "Accept Stripe's terms",
};
export const dueText = (item: string) => DUE[item] ?? item.replace(/[._]/g, " ");
