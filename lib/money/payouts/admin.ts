/** Payments, disputes, payouts and payout accounts of everybody, as administrators search them. Reads only; the processor is where they are answered. */

import { NEEDS_RESPONSE } from "@/lib/money/payments/reversal";
import type { OrderState } from "@/lib/money/payments/schemas";
import type {
  AdminDispute,
  AdminDisputeQuery,
  AdminPayment,
  AdminPaymentQuery,
  AdminPayout,
  AdminPayoutAccount,
  AdminPayoutAccountQuery,
  AdminPayoutQuery,
} from "@/lib/money/payouts/admin-schemas";
import { escapeLike, query } from "@/lib/platform/core/db";
import { isUuid } from "@/lib/platform/core/ids";
import { toCredits } from "@/lib/platform/core/money";
import { readPage } from "@/lib/platform/core/page-query";

const CENTS_PER_DOLLAR = 100;
const dollars = (cents: string) => Number(cents) / CENTS_PER_DOLLAR;
const instant = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));

/** A search as an id, a pattern of names and emails, and an id of the processor; each null when it cannot be that. */
function searchValues(search: string | undefined) {
  if (search === undefined) return { id: null, pattern: null, exact: null };
  return isUuid(search)
    ? { id: search, pattern: null, exact: null }
    : { id: null, pattern: `%${escapeLike(search)}%`, exact: search };
}

type Party = { account_id: string; account_name: string; account_email: string };
const PARTY = "a.id AS account_id, a.name AS account_name, a.email AS account_email";
const partyOf = ({ account_id: id, account_name: name, account_email: email }: Party) => ({
  id,
  name,
  email,
});

type PaymentRow = Party & {
  id: string;
  state: OrderState;
  amount_cents: string;
  tax_cents: string;
  credits_micros: string;
  automatic: boolean;
  refunded_cents: string;
  disputed_cents: string;
  failure: string | null;
  session_id: string | null;
  payment_intent_id: string | null;
  receipt_url: string | null;
  created_at: Date;
  paid_at: Date | null;
};

function toPayment(row: PaymentRow): AdminPayment {
  const { id, state, automatic, failure, session_id, payment_intent_id, receipt_url, created_at, paid_at } = row;
  return {
    ...{ id, state, automatic, failure, session_id, payment_intent_id, receipt_url, created_at, paid_at },
    account: partyOf(row),
    amount: dollars(row.amount_cents),
    tax: dollars(row.tax_cents),
    credits: toCredits(BigInt(row.credits_micros)),
    refunded: dollars(row.refunded_cents),
    disputed: dollars(row.disputed_cents),
  };
}

/** Payments of everybody, newest first. */
export function payments({ search, status, reversed, limit, offset }: AdminPaymentQuery) {
  const tables = "topup_order o JOIN account a ON a.id = o.account_id";
  const where = `WHERE ($id::uuid IS NULL OR $id IN (o.id, o.account_id))
    AND ($pattern::text IS NULL OR a.email ILIKE $pattern OR a.name ILIKE $pattern OR $exact IN (o.session_id, o.payment_intent_id))
    AND ($status::text IS NULL OR o.state = $status)
    AND ($reversed::text IS NULL OR $reversed = 'refunded' AND o.refunded_cents > 0
      OR $reversed = 'disputed' AND o.disputes <> '{}')`;
  const statement = {
    name: "administration.payments",
    text: `SELECT o.id, ${PARTY}, o.state, o.amount_cents, o.tax_cents, o.credits_micros, o.automatic,
        o.refunded_cents, o.disputed_cents,
        o.failure, o.session_id, o.payment_intent_id, o.receipt_url, o.created_at, o.paid_at
      FROM ${tables} ${where} ORDER BY o.id DESC LIMIT $limit OFFSET $offset`,
    matches: `${tables} ${where}`,
    values: { ...searchValues(search), status: status ?? null, reversed: reversed ?? null },
  };
  return readPage(statement, { limit, offset }, toPayment);
}

type DisputeRow = Party & {
  id: string;
  payment_id: string;
  payment_intent_id: string | null;
  status: string;
  needs_response: boolean;
  cents: string | null;
  taken: string;
  due_by: number | null;
  opened: number;
};

const DISPUTES =
  "topup_order o JOIN account a ON a.id = o.account_id CROSS JOIN LATERAL jsonb_each(o.disputes) AS d (id, value)";
const ASKED = `coalesce(d.value ->> 'status', '') IN (${NEEDS_RESPONSE.map((status) => `'${status}'`).join(", ")})`;
const IS_OVER = "((d.value ->> 'isOver')::boolean OR coalesce(d.value ->> 'status', '') = 'lost')";

function toDispute(row: DisputeRow): AdminDispute {
  return {
    id: row.id,
    payment_id: row.payment_id,
    payment_intent_id: row.payment_intent_id,
    account: partyOf(row),
    status: row.status,
    needs_response: row.needs_response,
    amount: row.cents === null ? null : dollars(row.cents),
    taken: dollars(row.taken),
    evidence_due_at: instant(row.due_by),
    opened_at: new Date(row.opened * 1000),
  };
}

/** Disputes of everybody, newest first, with what each has taken and until when evidence is taken. */
export function disputes({ search, status, limit, offset }: AdminDisputeQuery) {
  const where = `WHERE o.disputes <> '{}' AND ($id::uuid IS NULL OR $id IN (o.id, o.account_id))
    AND ($pattern::text IS NULL OR a.email ILIKE $pattern OR a.name ILIKE $pattern OR $exact IN (o.session_id, o.payment_intent_id, d.id))
    AND ($status::text IS NULL OR $status = 'needs_response' AND ${ASKED} OR $status = 'open' AND NOT ${IS_OVER}
      OR $status = 'over' AND ${IS_OVER})`;
  const statement = {
    name: "administration.disputes",
    text: `SELECT d.id, o.id AS payment_id, o.payment_intent_id, ${PARTY}, coalesce(d.value ->> 'status', '') AS status,
        ${ASKED} AS needs_response, (d.value ->> 'cents')::bigint AS cents,
        greatest(0, -(SELECT coalesce(sum(m.value::bigint), 0)
        FROM jsonb_each_text(d.value -> 'moved') AS m))::bigint AS taken,
        (d.value ->> 'dueBy')::float8 AS due_by, (d.value ->> 'created')::float8 AS opened
      FROM ${DISPUTES} ${where} ORDER BY (d.value ->> 'created')::float8 DESC, d.id LIMIT $limit OFFSET $offset`,
    matches: `${DISPUTES} ${where}`,
    values: { ...searchValues(search), status: status ?? null },
  };
  return readPage(statement, { limit, offset }, toDispute);
}

type PayoutRow = Party & {
  id: string;
  state: AdminPayout["state"];
  amount_micros: string;
  returned_micros: string;
  origin: AdminPayout["origin"];
  refusals: number;
  failure: string | null;
  destination: string;
  transfer_id: string | null;
  bank_payout_id: string | null;
  created_at: Date;
  paid_at: Date | null;
};

function toPayout(row: PayoutRow): AdminPayout {
  const { account_id: _, account_name: __, account_email: ___, amount_micros, returned_micros, ...rest } = row;
  return {
    ...rest,
    developer: partyOf(row),
    amount: toCredits(BigInt(amount_micros)),
    returned: toCredits(BigInt(returned_micros)),
  };
}

/** Payouts of every developer, newest first. */
export function payouts({ search, status, limit, offset }: AdminPayoutQuery) {
  const tables = "payout p JOIN account a ON a.id = p.developer_id";
  const where = `WHERE ($id::uuid IS NULL OR $id IN (p.id, p.developer_id))
    AND ($pattern::text IS NULL OR a.email ILIKE $pattern OR a.name ILIKE $pattern
      OR $exact IN (p.transfer_id, p.bank_payout_id, p.destination))
    AND ($status::text IS NULL OR p.state = $status)`;
  const statement = {
    name: "administration.payouts",
    text: `SELECT p.id, ${PARTY}, p.state, p.amount_micros, p.returned_micros, p.origin, p.refusals,
        p.failure, p.destination,
        p.transfer_id, p.bank_payout_id, p.created_at, p.paid_at
      FROM ${tables} ${where} ORDER BY p.id DESC LIMIT $limit OFFSET $offset`,
    matches: `${tables} ${where}`,
    values: { ...searchValues(search), status: status ?? null },
  };
  return readPage(statement, { limit, offset }, toPayout);
}

type PayoutAccountRow = Party & Omit<AdminPayoutAccount, "id" | "developer">;

function toPayoutAccount(row: PayoutAccountRow): AdminPayoutAccount {
  const { account_id: id, account_name: _, account_email: __, ...rest } = row;
  return { id, developer: partyOf(row), ...rest };
}

/** As `lib/money/payouts/accounts` names it to the developer. */
const ACCOUNT_STATE = `CASE WHEN p.processor_account_id IS NULL THEN 'none'
  WHEN NOT p.details_submitted THEN 'incomplete'
  WHEN p.payouts_enabled THEN 'ready' ELSE 'restricted' END`;

/** Developers' accounts at the processor, newest first, with those that it refused to make. */
export function payoutAccounts({ search, status, limit, offset }: AdminPayoutAccountQuery) {
  const tables = "payout_account p JOIN account a ON a.id = p.account_id";
  const where = `WHERE (p.processor_account_id IS NOT NULL OR p.refusals > 0)
    AND ($id::uuid IS NULL OR $id = p.account_id)
    AND ($pattern::text IS NULL OR a.email ILIKE $pattern OR a.name ILIKE $pattern OR $exact = p.processor_account_id)
    AND ($status::text IS NULL OR ${ACCOUNT_STATE} = $status)`;
  const statement = {
    name: "administration.payoutAccounts",
    text: `SELECT ${PARTY}, p.processor_account_id, ${ACCOUNT_STATE} AS state, p.country, p.bank_name,
        p.bank_last4, p.due,
        p.is_monthly AS monthly, p.refusals, p.synced_at, p.created_at
      FROM ${tables} ${where} ORDER BY p.created_at DESC, p.account_id LIMIT $limit OFFSET $offset`,
    matches: `${tables} ${where}`,
    values: { ...searchValues(search), status: status ?? null },
  };
  return readPage(statement, { limit, offset }, toPayoutAccount);
}

/** How many disputes and payouts need a person: evidence to send, or a step that the processor has refused. */
export async function needingPerson(): Promise<{ disputes: number; payouts: number }> {
  const [row] = await query<{ disputes: number; payouts: number }>(
    "administration.money.waiting",
    `SELECT (SELECT count(*)::int FROM topup_order o CROSS JOIN LATERAL jsonb_each(o.disputes) AS d (id, value)
         WHERE o.disputes <> '{}' AND ${ASKED}) AS disputes,
       (SELECT count(*)::int FROM payout p WHERE p.state IN ('pending', 'in_transit', 'returning')
         AND p.refusals > 0) AS payouts`,
    [],
  );
  return row ?? { disputes: 0, payouts: 0 };
}
