import { z } from "zod";
import { Credits } from "@/lib/core/money";
import { wholeNumber } from "@/lib/core/query";

/** Longest period of an overview. */
const MAX_DAYS = 365;
const Day = z.iso.date().meta({ example: "2026-11-22" });

/** Which days an overview is of: the last ones, today (UTC) included. */
export const OverviewPeriod = z.object({
  days: wholeNumber(1, MAX_DAYS)
    .default(30)
    .meta({ description: "Days, today included.", example: 30, override: { default: 30 } }),
});

/** Which days a journal is of, both included. */
export const JournalPeriod = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "must not be before `from`" });

const Money = z.object({
  volume: Credits.meta({ description: "What buyers paid for calls, downloads and subscriptions." }),
  fees: Credits.meta({ description: "The marketplace's share of it, less what refunds gave back." }),
  refunds: Credits.meta({ description: "Credits given back to buyers by refunds of purchases." }),
  topups: Credits.meta({ description: "Credits bought, less refunded and disputed payments." }),
  payouts: Credits.meta({ description: "Paid to developers, less what came back." }),
});
const People = z.object({
  new_accounts: z.number().int(),
  active_buyers: z.number().int().meta({ description: "Accounts that used a skill." }),
  active_sellers: z.number().int().meta({ description: "Developers whose skills were used." }),
  calls: z.number().int(),
});
const Period = Money.extend(People.shape);

/** What the operator sees first: money and people by day, compared with the period before. */
export const AdminOverview = z
  .object({
    from: Day,
    to: Day,
    totals: Period,
    previous: Period.meta({ description: "The same figures of as many days before." }),
    days: z.array(Money.extend({ day: Day, new_accounts: z.number().int(), calls: z.number().int() })),
    funnel: z
      .object({
        registered: z.number().int(),
        topped_up: z.number().int(),
        used: z.number().int(),
        paid: z.number().int(),
      })
      .meta({
        description: "Accounts created in the period, and how many of them topped up, used a skill, paid.",
      }),
    top_skills: z.array(
      z.object({ slug: z.string(), name: z.string(), calls: z.number().int(), revenue: Credits }),
    ),
    failing_skills: z
      .array(
        z.object({ slug: z.string(), name: z.string(), calls: z.number().int(), failed: z.number().int() }),
      )
      .meta({ description: "Skills of which at least half of 20 or more calls failed in 24 hours." }),
    liabilities: z.object({
      credits: Credits.meta({ description: "What all wallets hold: services owed to buyers." }),
      earnings: Credits.meta({ description: "What is owed to developers." }),
      receivable: Credits.meta({ description: "What buyers owe after refunds of spent credits." }),
    }),
    queue: z.object({ pending: z.number().int(), oldest_seconds: z.number() }),
    updated_at: z.date().nullable().meta({ description: "Up to when the ledger is summed." }),
  })
  .meta({ id: "AdminOverview" });
export type AdminOverview = z.input<typeof AdminOverview>;
