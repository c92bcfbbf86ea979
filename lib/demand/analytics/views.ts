/**
 * Counts views of skills' pages, and visits: browsers that came on a UTC day. The browser says that it has not counted today, so
 * nothing about it is stored here: no cookie, no address, no account. Counts are gathered in memory and written in batches; a
 * process that is killed loses those of a few seconds.
 */
import { query } from "@/lib/platform/core/db";
import { log } from "@/lib/platform/core/log";

/** How often counts are written, and at how many different skills sooner. */
const WRITE_DELAY_MS = 5_000;
const MAX_SKILLS = 1_000;
/** Programs that run a page's scripts and are no one's browser. */
const BOT = /bot|crawl|spider|slurp|preview|lighthouse|monitor/i;

let views = new Map<string, number>();
let visits = 0;
let timer: NodeJS.Timeout | undefined;

/** Counts a view of a skill's page, a visit, or both. Returns whether it was counted: bots are not. */
export function countView(seen: { skill?: string | undefined; isVisit: boolean }, userAgent: string): boolean {
  if (BOT.test(userAgent)) return false;
  if (seen.skill !== undefined) views.set(seen.skill, (views.get(seen.skill) ?? 0) + 1);
  if (seen.isVisit) visits++;
  if (views.size >= MAX_SKILLS) void flushViews();
  else timer ??= setTimeout(() => void flushViews(), WRITE_DELAY_MS).unref();
  return true;
}

/** Writes what was counted; views of skills that are not on the marketplace are dropped. Never throws. */
export async function flushViews(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const [seen, came] = [[...views].map(([slug, count]) => ({ slug, count })), visits];
  views = new Map();
  visits = 0;
  if (seen.length === 0 && came === 0) return;
  // In the order of the rollup, which writes the same rows.
  await query(
    "analytics.views",
    `WITH came AS (
       INSERT INTO visit_day AS v (day, visits) SELECT utc_day(now()), $2::bigint WHERE $2::bigint > 0
       ON CONFLICT (day) DO UPDATE SET visits = v.visits + excluded.visits)
     INSERT INTO skill_stats_day AS d (skill_id, day, views)
       SELECT l.skill_id, utc_day(now()), n.count FROM jsonb_to_recordset($1::jsonb) AS n (slug text, count bigint)
         JOIN listing l ON l.slug = n.slug ORDER BY l.skill_id
     ON CONFLICT (skill_id, day) DO UPDATE SET views = d.views + excluded.views`,
    [JSON.stringify(seen), came],
  ).catch((error: unknown) => log.warn({ err: error, skills: seen.length }, "views were not stored"));
}
