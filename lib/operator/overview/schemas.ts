import { z } from "zod";
import { Credits } from "@/lib/platform/core/money";
import { wholeNumber } from "@/lib/platform/core/query";

const MAX_DAYS = 365;
const Day = z.iso.date().meta({ example: "2026-11-22" });

/** Which days an overview is of: the last ones, today (UTC) included. */
export const OverviewPeriod = z.object({
  days: wholeNumber(1, MAX_DAYS)
    .default(30)
    .meta({ description: "Number of days, including today.", example: 30, override: { default: 30 } }),
});

/** Which days a journal is of, both included. */
export const JournalPeriod = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "must not be before `from`" });

const Money = z.object({
  volume: Credits.meta({ description: "What buyers paid for calls, downloads and subscriptions." }),
  fees: Credits.meta({
    description: "The marketplace's share of the volume, less fees given back by refunds.",
  }),
  refunds: Credits.meta({ description: "Credits given back to buyers by refunds of purchases." }),
  net: Credits.meta({ description: "The volume less refunds." }),
  topups: Credits.meta({ description: "Credits bought, less refunded and disputed payments." }),
  payouts: Credits.meta({ description: "Paid to developers, less returned payouts." }),
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
    previous: Period.meta({ description: "The same metrics for the preceding period of equal length." }),
    days: z.array(Period.extend({ day: Day })),
    funnel: z
      .object({
        visits: z.number().int().meta({
          description: "Browsers that came in the period, each counted once a UTC day.",
        }),
        registered: z.number().int(),
        topped_up: z.number().int(),
        used: z.number().int(),
        paid: z.number().int(),
      })
      .meta({
        description: "Accounts created in the period, and how many of them topped up, used a skill, paid.",
      }),
    top_skills: z.array(z.object({ slug: z.string(), name: z.string(), calls: z.number().int(), revenue: Credits })),
    failing_skills: z
      .array(z.object({ slug: z.string(), name: z.string(), calls: z.number().int(), failed: z.number().int() }))
      .meta({ description: "Skills with 20 or more calls in 24 hours, at least half of which failed." }),
    liabilities: z.object({
      credits: Credits.meta({ description: "Sum of all wallet balances: services owed to buyers." }),
      earnings: Credits.meta({ description: "Earnings owed to developers." }),
      receivable: Credits.meta({ description: "Owed by buyers after refunds of spent credits." }),
    }),
    queue: z.object({ pending: z.number().int(), oldest_seconds: z.number() }),
    updated_at: z.date().nullable().meta({ description: "The ledger is summed up to this time." }),
  })
  .meta({ id: "AdminOverview" });
export type AdminOverview = z.input<typeof AdminOverview>;
