/**
 * Tax of automatic payments, by Stripe Tax and the account's billing details. Invariants: an order is calculated once, before its first
 * payment is asked for, so that every attempt is the same payment; one that began without tax goes on without.
 */
import type Stripe from "stripe";
import * as billing from "@/lib/money/billing/service";
import { atProcessor, isRefused } from "@/lib/money/payments/processor";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";

/** The processor's id of a calculation, and its cents. */
export type Tax = { calculation: string; cents: number };
type Order = { id: string; account_id: string; amount_cents: string; attempts: number };

const DUE = "due";
/** Stripe's types of tax ids, by country. For other countries none is sent, and Stripe taxes the buyer as a consumer. */
const TAX_ID_TYPES: Record<string, Stripe.Tax.CalculationCreateParams.CustomerDetails.TaxId.Type> = {
  CH: "ch_vat",
  GB: "gb_vat",
  NO: "no_vat",
  ...Object.fromEntries(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
      .split(" ")
      .map((country) => [country, "eu_vat" as const]),
  ),
};

/** What must be known before tax can be calculated; null when nothing is missing. */
export async function missingFor(accountId: string, db?: Queryable): Promise<string | null> {
  if (!env().STRIPE_TAX) return null;
  const { country } = await billing.details({ accountId }, db);
  return country === null
    ? "needs the country of your billing address, which sets the tax: add it under Billing and receipts"
    : null;
}

/**
 * The tax of an order's payment; null when none is added. Throws processor_failed and processor_timeout; the next attempt calculates
 * it again then.
 */
export async function taxOf(order: Order): Promise<Tax | null> {
  const where = { id: order.id };
  const { taxCalculation, taxCents } = await prisma().topupOrder.findUniqueOrThrow({ where });
  if (taxCalculation !== null && taxCalculation !== DUE)
    return { calculation: taxCalculation, cents: Number(taxCents) };
  if (taxCalculation === null && !(env().STRIPE_TAX && order.attempts === 1)) return null;
  // An attempt that fails here must not be followed by one without tax.
  await prisma().topupOrder.update({ where, data: { taxCalculation: DUE } });
  const { id, tax_amount_exclusive: cents } = await calculate(order);
  if (id === null) throw new Error("the processor stores no calculation");
  await prisma().topupOrder.update({ where, data: { taxCalculation: id, taxCents: cents } });
  return { calculation: id, cents };
}

async function calculate({ id, account_id, amount_cents }: Order): Promise<Stripe.Tax.Calculation> {
  const { country, line1, line2, postal_code, city, region, tax_id } = await billing.details({ accountId: account_id });
  const type = TAX_ID_TYPES[country ?? ""];
  const address = { country: country ?? "", line1, line2, postal_code, city, state: region };
  return atProcessor((stripe) =>
    stripe.tax.calculations.create({
      currency: "usd",
      line_items: [{ amount: Number(amount_cents), reference: id, tax_behavior: "exclusive" }],
      customer_details: {
        address: Object.fromEntries(Object.entries(address).filter(([, value]) => value)) as typeof address,
        address_source: "billing",
        ...(tax_id && type && { tax_ids: [{ type, value: tax_id }] }),
      },
    }),
  );
}

/** Why a calculation that failed will fail again, for the owner of the account; null when it may yet work. */
export function refusalOfTax(error: unknown): string | null {
  return isRefused(error)
    ? "Tax can't be calculated for your billing address. Check it under Billing and receipts."
    : null;
}
