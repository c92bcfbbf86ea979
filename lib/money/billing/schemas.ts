import { z } from "zod";
import { isStorable, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits } from "@/lib/platform/core/money";
import { pageOf } from "@/lib/platform/core/page";

const FIRST_YEAR = 2020;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const isMonth = (text: string) => Number(MONTH.exec(text)?.[1] ?? 0) >= FIRST_YEAR;

const line = (description: string, example: string | null) =>
  z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.billingLine.maxLength)
    .refine(isStorable, { error: "must not contain NUL or broken Unicode" })
    .nullable()
    .meta({ description, example });

/** Whether a code of two letters names a country. */
export const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && COUNTRIES.of(code) !== undefined;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Codes that name a region in Unicode's data, and no country to bill. */
const NO_COUNTRIES = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];
/** Every country with its name, by name. */
export const countries = () =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => isCountry(code) && !NO_COUNTRIES.includes(code))
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, "en"));
export const countryName = (code: string) => COUNTRIES.of(code) ?? code;

const FIELDS = {
  kind: z
    .enum(["person", "company"])
    .meta({ id: "BillingPartyKind", description: "Who is billed.", example: "company" }),
  name: line("The legal name on bills; null for the account's name.", "Example GmbH"),
  line1: line("Street and number.", "Hauptstr. 1"),
  line2: line("Second line of the address.", null),
  postal_code: line("Postal code.", "10115"),
  city: line("City.", "Berlin"),
  region: line("State or region.", null),
  country: z
    .string()
    .refine(isCountry, { error: "must be a country code of two letters, such as DE" })
    .nullable()
    .meta({ description: "ISO 3166 code of the country.", example: "DE" }),
  tax_id: line("Tax id, checked by the form that the country uses.", "DE136695976"),
  purchase_order: line("A reference of yours on every bill.", "PO-2026-117"),
};

export const BillingDetails = z.object(FIELDS).meta({ id: "BillingDetails" });
export type BillingDetails = z.output<typeof BillingDetails>;
export const BillingChange = z
  .strictObject(FIELDS)
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one field to change" })
  .refine(({ tax_id, country }) => !tax_id || country !== null, {
    error: "needs a country, whose form it is checked by",
    path: ["country"],
  })
  .meta({ id: "BillingDetailsChange" });
export type BillingChange = z.output<typeof BillingChange>;

export const MonthParams = z.object({
  month: z
    .string()
    .refine(isMonth, { error: "must be a month such as 2026-11" })
    .meta({ description: "A month in UTC.", example: "2026-11" }),
});

const Line = z.object({
  at: Time,
  kind: z.string().meta({ description: "Kind of the ledger entry.", example: "purchase" }),
  subject: z.string().nullable().meta({ description: "Slug of the skill, or null.", example: "meeting-minutes" }),
  amount: Credits.meta({ description: "What it changed; negative for a charge.", example: -4 }),
});
const Used = z.object({
  calls: z.number().int().meta({ description: "Calls and downloads.", example: 1_200 }),
  amount: Credits.meta({ description: "What they cost.", example: 2.4 }),
});

export const BillingStatement = z
  .object({
    month: z.string().meta({ description: "In UTC.", example: "2026-11" }),
    opening: Credits.meta({ description: "Balance at the start of the month.", example: 20 }),
    topped_up: Credits.meta({ description: "Payments, and credits that were granted.", example: 25 }),
    purchases: Credits.meta({ description: "Subscriptions bought and renewed.", example: -4 }),
    calls: Credits.meta({ description: "Calls and downloads.", example: -2.4 }),
    refunds: Credits.meta({ description: "Refunds of purchases.", example: 0 }),
    payments_returned: Credits.meta({
      description: "Payments that went back to the card, by a refund or a dispute, less what came back of them.",
      example: 0,
    }),
    other: Credits.meta({ description: "Everything else.", example: 0 }),
    closing: Credits.meta({ description: "Balance at the end: the sum of the above.", example: 38.6 }),
    lines: z.array(Line).meta({ description: "Every entry that is no call, oldest first; the first 1,000." }),
    skills: z.array(Used.extend({ skill: z.string().meta({ example: "text-statistics" }) })),
    units: z
      .array(
        z.object({
          skill: z.string().meta({ example: "text-statistics" }),
          name: z.string().meta({ example: "pages" }),
          quantity: z.number().int().meta({ description: "How many its calls reported.", example: 230 }),
          free: z.number().int().meta({ description: "How many of them were free.", example: 0 }),
        }),
      )
      .meta({ description: "Units of the calls, by skill.", example: [] }),
    keys: z.array(
      Used.extend({
        key_prefix: z.string().nullable().meta({ description: "Null for the website.", example: "skm_a1b2c3" }),
        name: z.string().nullable().meta({ description: "Name of the key.", example: "agent" }),
      }),
    ),
  })
  .meta({ id: "BillingStatement" });
export type BillingStatement = z.input<typeof BillingStatement>;

export const BillingMonthList = pageOf(
  z.object({ month: z.string().meta({ description: "In UTC.", example: "2026-11" }) }).meta({ id: "BillingMonth" }),
).meta({ id: "BillingMonthList" });
