/** What is measured of the whole marketplace, for its landing page. Invariant: a figure of too few uses is null, not shown small. */
import { Cache } from "@/lib/platform/core/cache";
import { query } from "@/lib/platform/core/db";
import { percentileMs } from "@/lib/platform/core/percentile";
import { TRUST_DAYS } from "@/lib/supply/skills/trust-schemas";

/** How long the sums are served again: a page that everybody opens must not add them up each time. */
const LIFE_MS = 60_000;
const CACHED_BYTES = 200;
/** Fewer say more about their number than about the marketplace. */
const LEAST = { skills: 10, calls: 100, purchases: 20 };

export type MarketFigures = {
  skills: number | null;
  /** Calls of the last 30 days by accounts that count for trust figures, and how they went. */
  calls: number | null;
  success_rate: number | null;
  p50_ms: number | null;
  /** Share of the last 30 days' purchases that were refunded. */
  refund_rate: number | null;
};

type SumsRow = {
  skills: string;
  calls: string;
  failures: string;
  latency: string[];
  purchases: string;
  refunds: string;
};

const SUMS = `
  SELECT (SELECT count(*) FROM listing) AS skills, coalesce(sum(coalesce(counted_calls, customer_calls)), 0) AS calls,
      coalesce(sum(coalesce(counted_failures, customer_failures)), 0) AS failures,
      latency_sum(customer_latency) AS latency,
      coalesce(sum(purchases), 0) AS purchases, coalesce(sum(refunds), 0) AS refunds
    FROM skill_stats_day WHERE day > utc_day(now()) - $1::int`;

const cache = new Cache<MarketFigures>({
  name: "market_figures",
  maxBytes: CACHED_BYTES,
  bytesOf: () => CACHED_BYTES,
  ttlMs: LIFE_MS,
});

/** The figures of the last 30 UTC days, at most a minute old. */
export async function figures(): Promise<MarketFigures> {
  const cached = cache.get("all");
  if (cached) return cached;
  const [row] = await query<SumsRow>("market.figures", SUMS, [TRUST_DAYS]);
  if (!row) throw new Error("Sums always have a row.");
  const made = toFigures(row);
  cache.set("all", made);
  return made;
}

/** The figures of these sums; null each that is too small. */
export function toFigures(row: SumsRow): MarketFigures {
  const [skills, succeeded, purchases] = [Number(row.skills), Number(row.calls), Number(row.purchases)];
  const calls = succeeded + Number(row.failures);
  const isMeasured = calls >= LEAST.calls;
  return {
    skills: skills >= LEAST.skills ? skills : null,
    calls: isMeasured ? calls : null,
    success_rate: isMeasured ? succeeded / calls : null,
    p50_ms: isMeasured ? percentileMs(row.latency.map(Number), 0.5) : null,
    refund_rate: purchases >= LEAST.purchases ? Math.min(1, Number(row.refunds) / purchases) : null,
  };
}
