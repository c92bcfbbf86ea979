import { z } from "zod";
import { OrderState } from "@/lib/money/payments/schemas";
import { PayoutAccountState, PayoutOrigin, PayoutState } from "@/lib/money/payouts/schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 25;

const search = z.string().trim().min(1).max(LIMITS.email.maxLength).optional().meta({
  description: "Part of an email address or name, a whole id, or an id of the processor.",
  example: "ada",
});
const Party = z.object({ id: Id, name: z.string(), email: z.string().meta({ example: "ada@example.com" }) });
const dollars = z.number().meta({ description: "US dollars.", example: 25 });

export const AdminPaymentQuery = z.object({
  search,
  status: OrderState.optional(),
  reversed: z
    .enum(["refunded", "disputed"])
    .meta({ id: "PaymentReversal" })
    .optional()
    .meta({ description: "Only payments that were refunded, or disputed.", example: "disputed" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type AdminPaymentQuery = z.output<typeof AdminPaymentQuery>;
export const AdminPayment = z
  .object({
    id: Id,
    account: Party,
    state: OrderState,
    amount: dollars.meta({ description: "US dollars without tax.", example: 25 }),
    tax: dollars.meta({ description: "US dollars of tax, paid on top of the amount.", example: 0 }),
    credits: Credits.meta({ example: 25 }),
    automatic: z.boolean(),
    refunded: dollars.meta({ description: "US dollars that were refunded, tax included.", example: 0 }),
    disputed: dollars.meta({ description: "US dollars that disputes have taken, tax included.", example: 0 }),
    failure: z.string().nullable(),
    session_id: z.string().nullable().meta({ description: "The processor's checkout.", example: "cs_test_1" }),
    payment_intent_id: z.string().nullable().meta({ description: "The processor's payment.", example: "pi_1" }),
    receipt_url: z.string().nullable(),
    created_at: Time,
    paid_at: Time.nullable(),
  })
  .meta({ id: "AdminPayment" });
export type AdminPayment = z.input<typeof AdminPayment>;
export const AdminPaymentList = pageOf(AdminPayment).meta({ id: "AdminPaymentList" });

export const AdminDisputeQuery = z.object({
  search,
  status: z.enum(["open", "needs_response", "over"]).meta({ id: "DisputeFilter" }).optional().meta({
    description: "Only disputes that wait for evidence, that are open, or that are over.",
    example: "open",
  }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type AdminDisputeQuery = z.output<typeof AdminDisputeQuery>;
export const AdminDispute = z
  .object({
    id: z.string().meta({ description: "The processor's id.", example: "dp_1" }),
    payment_id: Id,
    payment_intent_id: z.string().nullable().meta({ example: "pi_1" }),
    account: Party,
    status: z.string().meta({ description: "The processor's state.", example: "needs_response" }),
    needs_response: z.boolean().meta({ description: "Whether a person has to answer it at the processor." }),
    amount: dollars.nullable().meta({ description: "What is disputed.", example: 25 }),
    taken: dollars.meta({ description: "What the bank has taken and not given back.", example: 25 }),
    evidence_due_at: Time.nullable(),
    opened_at: Time,
  })
  .meta({ id: "AdminDispute" });
export type AdminDispute = z.input<typeof AdminDispute>;
export const AdminDisputeList = pageOf(AdminDispute).meta({ id: "AdminDisputeList" });

export const AdminPayoutQuery = z.object({
  search,
  status: PayoutState.optional(),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type AdminPayoutQuery = z.output<typeof AdminPayoutQuery>;
export const AdminPayout = z
  .object({
    id: Id,
    developer: Party,
    state: PayoutState,
    amount: Credits,
    returned: Credits,
    origin: PayoutOrigin,
    refusals: z.number().int().meta({ description: "How often the processor has refused a step.", example: 0 }),
    failure: z.string().nullable(),
    destination: z.string().meta({ description: "The developer's account at the processor.", example: "acct_1" }),
    transfer_id: z.string().nullable().meta({ example: "tr_1" }),
    bank_payout_id: z.string().nullable().meta({ example: "po_1" }),
    created_at: Time,
    paid_at: Time.nullable(),
  })
  .meta({ id: "AdminPayout" });
export type AdminPayout = z.input<typeof AdminPayout>;
export const AdminPayoutList = pageOf(AdminPayout).meta({ id: "AdminPayoutList" });

export const AdminPayoutAccountQuery = z.object({
  search,
  status: PayoutAccountState.optional(),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type AdminPayoutAccountQuery = z.output<typeof AdminPayoutAccountQuery>;
export const AdminPayoutAccount = z
  .object({
    id: Id.meta({ description: "The developer's account here." }),
    developer: Party,
    processor_account_id: z
      .string()
      .nullable()
      .meta({ description: "The developer's account at the processor.", example: "acct_1" }),
    state: PayoutAccountState,
    country: z.string().nullable().meta({ example: "US" }),
    bank_name: z.string().nullable().meta({ example: "STRIPE TEST BANK" }),
    bank_last4: z.string().nullable().meta({ example: "6789" }),
    due: z.array(z.string()).meta({
      description: "What the processor still asks for, in its own words.",
      example: ["individual.verification.document"],
    }),
    monthly: z
      .boolean()
      .meta({ description: "Whether earnings are paid out automatically each month.", example: false }),
    refusals: z
      .number()
      .int()
      .meta({ description: "How often the processor has refused to make the account.", example: 0 }),
    synced_at: Time.nullable().meta({ description: "When the processor last described it." }),
    created_at: Time,
  })
  .meta({ id: "AdminPayoutAccount" });
export type AdminPayoutAccount = z.input<typeof AdminPayoutAccount>;
export const AdminPayoutAccountList = pageOf(AdminPayoutAccount).meta({ id: "AdminPayoutAccountList" });
