import { converted, currencyOf } from "@/dev/sandbox/currencies";
import { nowSeconds, sandboxId } from "@/dev/sandbox/ids";

type Metadata = Record<string, string>;

/** A developer's account, with Stripe's own field names; `sandbox` is what its operator set. */
export type ConnectedAccount = ReturnType<typeof newAccount>;
export type Transfer = ReturnType<typeof newTransfer>;
export type BankPayout = ReturnType<typeof newBankPayout>;

export type ConnectBooks = {
  accounts: ConnectedAccount[];
  transfers: Transfer[];
  bankPayouts: BankPayout[];
};

type BankAccount = ReturnType<typeof newBankAccount>;

/** Stripe's test bank account, as the account that it belongs to shows it. */
export function newBankAccount({ country, currency }: { country: string; currency: string }) {
  return {
    id: sandboxId("ba"),
    object: "bank_account" as const,
    bank_name: "STRIPE TEST BANK",
    country,
    currency,
    default_for_currency: true,
    last4: "6789",
    status: "new" as const,
  };
}

/** A new account whose form is not filled in yet. */
export function newAccount(asked: {
  email: string | null;
  country: string;
  metadata: Metadata;
  hasCardPayments: boolean;
  agreement: string | null;
}) {
  const inactive = "inactive" as "inactive" | "active";
  return {
    id: sandboxId("acct"),
    object: "account" as const,
    type: "express" as const,
    capabilities: { transfers: inactive, ...(asked.hasCardPayments && { card_payments: inactive }) },
    controller: {
      fees: { payer: "application" },
      is_controller: true,
      losses: { payments: "application" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "express" },
      type: "application",
    },
    country: asked.country,
    created: nowSeconds(),
    default_currency: currencyOf(asked.country),
    details_submitted: false,
    email: asked.email,
    external_accounts: { object: "list" as const, data: [] as BankAccount[], has_more: false },
    metadata: asked.metadata,
    payouts_enabled: false,
    requirements: { currently_due: ["external_account", "individual.verification.document"] },
    tos_acceptance: asked.agreement === null ? {} : { service_agreement: asked.agreement },
    sandbox: { returnUrl: "", refusesTransfers: false, bankRefuses: false },
  };
}

/** A transfer to a developer's account. */
export function newTransfer(asked: {
  amount: number;
  currency: string;
  destination: string;
  group: string | null;
  metadata: Metadata;
  into: string;
}) {
  return {
    id: sandboxId("tr"),
    object: "transfer" as const,
    amount: asked.amount,
    amount_reversed: 0,
    created: nowSeconds(),
    currency: asked.currency,
    destination: asked.destination,
    livemode: false,
    metadata: asked.metadata,
    reversed: false,
    transfer_group: asked.group,
    sandbox: { received: converted(asked.amount, asked.into), into: asked.into },
  };
}

/** A payout from a developer's account to their bank. */
export function newBankPayout(asked: { account: string; amount: number; currency: string; metadata: Metadata }) {
  return {
    id: sandboxId("po"),
    object: "payout" as const,
    sandbox: { account: asked.account },
    amount: asked.amount,
    created: nowSeconds(),
    currency: asked.currency,
    failure_code: null as string | null,
    failure_message: null as string | null,
    livemode: false,
    metadata: asked.metadata,
    status: "pending" as "pending" | "paid" | "failed",
  };
}
