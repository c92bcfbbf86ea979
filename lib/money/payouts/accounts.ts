/**
 * Payout accounts: one per developer at the processor, filled in on the processor's pages. Invariant: what is stored is the newest
 * state that the processor has sent.
 */

import Stripe from "stripe";
import * as sessions from "@/lib/identity/accounts/sessions";
import { atProcessor, isAnswered, isLive } from "@/lib/money/payments/processor";
import { agreementFor, payableCountries } from "@/lib/money/payouts/countries";
import { type ConnectInput, MIN_PAYOUT_CREDITS, type PayoutAccountView } from "@/lib/money/payouts/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid } from "@/lib/platform/core/errors";
import type { PayoutAccount } from "@/lib/platform/core/generated/client";
import { notify } from "@/lib/platform/notifications/service";

type Developer = Pick<Caller, "accountId">;

function stateOf(row: PayoutAccount | null): PayoutAccountView["state"] {
  if (!row?.processorAccountId) return "none";
  if (!row.detailsSubmitted) return "incomplete";
  return row.payoutsEnabled ? "ready" : "restricted";
}

const find = (accountId: string) => prisma().payoutAccount.findUnique({ where: { accountId } });

/** The caller's payout account, as stored. */
export async function get({ accountId }: Developer): Promise<PayoutAccountView> {
  const row = await find(accountId);
  return {
    state: stateOf(row),
    country: row?.country ?? null,
    bank: row?.bankLast4 ? { name: row.bankName, last4: row.bankLast4 } : null,
    due: row?.due ?? [],
    monthly: row?.isMonthly ?? false,
    minimum: MIN_PAYOUT_CREDITS,
    hold_days: env().EARNINGS_HOLD_DAYS,
    countries: payableCountries(env().STRIPE_ACCOUNT_COUNTRY),
  };
}

/** Asks the processor for the caller's payout account and stores its answer. */
export async function refresh(caller: Developer): Promise<PayoutAccountView> {
  const id = (await find(caller.accountId))?.processorAccountId;
  if (id) {
    const askedAt = new Date();
    await sync(await atProcessor((stripe) => stripe.accounts.retrieve(id)), askedAt);
  }
  return get(caller);
}

/** Turns the monthly payout on or off. */
export async function setMonthly(caller: Developer, isMonthly: boolean): Promise<PayoutAccountView> {
  const { accountId } = caller;
  await prisma().payoutAccount.upsert({
    where: { accountId },
    create: { accountId, isMonthly, livemode: isLive(), due: [] },
    update: { isMonthly },
  });
  return get(caller);
}

/** The address of the processor's form for the caller's account, which is made on the first call and never again. */
export async function connect(caller: Caller, { country }: ConnectInput) {
  sessions.requireSession(caller);
  if (country) requirePayable(country);
  const row = await open(caller, country);
  const account = row.processorAccountId ?? (await create(caller, row));
  const page = `${env().PUBLIC_URL}/console/earnings`;
  const { url, expires_at } = await atProcessor((stripe) =>
    stripe.accountLinks.create({
      account,
      type: "account_onboarding",
      refresh_url: `${page}?connect=again`,
      return_url: `${page}?connect=done`,
    }),
  );
  return { url, expires_at: new Date(expires_at * 1000) };
}

/** The row of the caller's account. Its country may change until the processor has made the account. */
async function open({ accountId }: Developer, country: string | undefined): Promise<PayoutAccount> {
  await prisma().payoutAccount.createMany({
    data: { accountId, livemode: isLive(), due: [] },
    skipDuplicates: true,
  });
  if (country)
    await prisma().payoutAccount.updateMany({
      where: { accountId, processorAccountId: null },
      data: { country },
    });
  return prisma().payoutAccount.findUniqueOrThrow({ where: { accountId } });
}

function requirePayable(country: string): void {
  const countries = payableCountries(env().STRIPE_ACCOUNT_COUNTRY);
  if (!countries.includes(country))
    throw invalid([{ param: "country", message: `must be a country with payouts: ${countries.join(", ")}` }]);
}

const isAboutCountry = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof Stripe.errors.StripeInvalidRequestError &&
  error.cause.param === "country";

async function create(caller: Caller, row: PayoutAccount): Promise<string> {
  const { STRIPE_ACCOUNT_COUNTRY: platform, CROSS_BORDER_AGREEMENT: wanted } = env();
  const { createdAt, refusals } = row;
  const country = row.country ?? platform;
  const agreement = agreementFor(country, { platform, wanted });
  const account = await atProcessor((stripe) =>
    stripe.accounts.create(
      {
        // As `type: "express"` did: the marketplace pays fees and losses, the processor collects requirements.
        controller: {
          fees: { payer: "application" },
          losses: { payments: "application" },
          requirement_collection: "stripe",
          stripe_dashboard: { type: "express" },
        },
        email: caller.email,
        country,
        capabilities: {
          transfers: { requested: true },
          // The full agreement requires it abroad.
          ...(agreement === "full" && { card_payments: { requested: true } }),
        },
        ...(agreement && { tos_acceptance: { service_agreement: agreement } }),
        // We start each bank payout ourselves, so that we know which of ours has failed.
        settings: { payouts: { schedule: { interval: "manual" } } },
        metadata: { account_id: caller.accountId },
      },
      // The row's time: an email address that was reclaimed gets a new account. The refusals: the processor repeats a refusal
      // under its key for a day, even when the cause was fixed.
      {
        idempotencyKey: `payout-account:${caller.accountId}:${createdAt.getTime()}:${country}:${refusals}`,
      },
    ),
  ).catch(async (error: unknown) => {
    if (isAnswered(error))
      await prisma().payoutAccount.updateMany({
        where: { accountId: caller.accountId },
        data: { refusals: { increment: 1 } },
      });
    throw isAboutCountry(error)
      ? invalid([{ param: "country", message: "the payment processor cannot pay developers there" }])
      : error;
  });
  return transaction(async (db) => {
    const { accountId } = caller;
    await prisma(db).payoutAccount.updateMany({
      where: { accountId, processorAccountId: null },
      data: { processorAccountId: account.id, ...(account.country && { country: account.country }) },
    });
    await notify(db, accountId, account.id, { kind: "security_payouts", data: { isOn: true } });
    const { processorAccountId } = await prisma(db).payoutAccount.findUniqueOrThrow({ where: { accountId } });
    return processorAccountId ?? account.id;
  });
}

/** Ends readiness: the developer has withdrawn the marketplace's access to their account. They may connect another one. */
export async function disconnect(processorAccountId: string, db: Queryable): Promise<void> {
  const [row] = await prisma(db).payoutAccount.updateManyAndReturn({
    where: { processorAccountId },
    data: {
      processorAccountId: null,
      country: null,
      bankName: null,
      bankLast4: null,
      detailsSubmitted: false,
      payoutsEnabled: false,
      due: [],
      syncedAt: null,
      // Part of the idempotency key: otherwise the processor answers the next connection with the same account.
      refusals: { increment: 1 },
    },
  });
  if (row)
    await notify(db, row.accountId, `${processorAccountId}:off`, {
      kind: "security_payouts",
      data: { isOn: false },
    });
}

/**
 * The bank account or debit card that payouts go to, as columns: the default one for the account's currency. Empty when the
 * processor's answer does not list them, which it need not.
 */
function bankOf({ external_accounts, default_currency }: Stripe.Account) {
  if (!external_accounts) return {};
  const found = external_accounts.data.find(
    ({ currency, default_for_currency }) => default_for_currency && currency === default_currency,
  );
  if (!found) return { bankName: null, bankLast4: null };
  return { bankName: found.object === "card" ? found.brand : found.bank_name, bankLast4: found.last4 };
}

/** Stores the processor's state of an account, unless a newer one is stored. `db` is the event's transaction. */
export async function sync(account: Stripe.Account, at: Date, db?: Queryable): Promise<void> {
  await prisma(db).payoutAccount.updateMany({
    where: { processorAccountId: account.id, OR: [{ syncedAt: null }, { syncedAt: { lte: at } }] },
    data: {
      detailsSubmitted: account.details_submitted,
      payoutsEnabled: account.payouts_enabled && account.capabilities?.transfers === "active",
      due: account.requirements?.currently_due ?? [],
      ...(account.country && { country: account.country }),
      ...bankOf(account),
      syncedAt: at,
    },
  });
}
