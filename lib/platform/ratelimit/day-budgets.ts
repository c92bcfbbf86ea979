/**
 * Budgets of a UTC day, counted in PostgreSQL. These are rules and no limits: RATE_LIMITS does not switch them off. Invariant: of
 * several budgets each is taken from, or none.
 */
import { query } from "@/lib/platform/core/db";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A budget: what it counts, of whom, and how many a day. */
export type DayBudget = { bucket: string; subject: string; most: number };

/** The UTC day of a moment: when it began, and when it ends. */
export function dayOf(at: Date): { start: Date; end: Date } {
  const start = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
  return { start, end: new Date(start.getTime() + DAY_MS) };
}

const columnsOf = (budgets: DayBudget[]) => [
  budgets.map(({ bucket }) => bucket),
  budgets.map(({ subject }) => subject),
];

/** Takes one of each budget, in this order. Returns the first that is used up, and then takes nothing; null when all had one left. */
export async function take(budgets: DayBudget[], day: Date): Promise<DayBudget | null> {
  const [row] = await query<{ used_up: number | null }>(
    "ratelimit.day.take",
    "SELECT day_budgets_take($1, $2, $3, $4) AS used_up",
    [day, ...columnsOf(budgets), budgets.map(({ most }) => most)],
  );
  const place = row?.used_up ?? null;
  return place === null ? null : (budgets[place - 1] ?? null);
}

/** Gives back one of each of these budgets. */
export async function giveBack(budgets: DayBudget[], day: Date): Promise<void> {
  await query(
    "ratelimit.day.return",
    `UPDATE rate_counter c SET count = c.count - 1 FROM unnest($2::text[], $3::text[]) AS b (bucket, subject)
      WHERE c.bucket = b.bucket AND c.subject = b.subject AND c.window_start = $1 AND c.count > 0`,
    [day, ...columnsOf(budgets)],
  );
}

/** How many are left of each budget, in its place. */
export async function left(budgets: DayBudget[], day: Date): Promise<number[]> {
  const rows = await query<{ count: number }>(
    "ratelimit.day.read",
    `SELECT coalesce(c.count, 0) AS count
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS b (bucket, subject, place)
       LEFT JOIN rate_counter c ON c.bucket = b.bucket AND c.subject = b.subject AND c.window_start = $1
      ORDER BY b.place`,
    [day, ...columnsOf(budgets)],
  );
  return budgets.map(({ most }, at) => Math.max(0, most - (rows[at]?.count ?? 0)));
}
