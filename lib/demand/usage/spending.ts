/** What an account has spent, by skill, key, member or day: calls, purchases and renewals, minus refunds. */
import type { SpendingQuery } from "@/lib/demand/usage/spending-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import { toCredits } from "@/lib/platform/core/money";
import { spanOf } from "@/lib/platform/core/span";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 366;
const MAX_ROWS = 1_000;

/** Ids of entries grow with time, so the index on them bounds the reading where a span begins late. */
const SPENT = `
  WITH charged AS (
    SELECT created_at, skill_id, skill_slug AS slug, key_id, NULL::uuid AS person_id, cost_micros AS micros
      FROM usage_record
     WHERE account_id = $account AND created_at >= $from AND created_at < $until AND cost_micros > 0
    UNION ALL
    SELECT e.created_at, p.skill_id, t.subject, p.key_id, p.person_id, -e.amount_micros FROM (
        SELECT * FROM ledger_entry WHERE account = 'wallet' AND owner_id = $account
        UNION ALL SELECT * FROM ledger_entry WHERE account = 'receivable' AND owner_id = $account) AS e
      JOIN ledger_transaction t ON t.id = e.transaction_id AND t.source_type IN ('purchase', 'refund')
      JOIN purchase p ON p.id = split_part(t.source_id, ':', 1)::uuid
     WHERE e.created_at >= $from AND e.created_at < $until),
  summed AS (
    SELECT CASE $by::text
        -- A slug may have been given to another skill since.
        WHEN 'skill' THEN coalesce(k.slug, c.slug)
        WHEN 'key' THEN key_id::text
        WHEN 'member' THEN coalesce(person_id, (SELECT a.person_id FROM api_key a WHERE a.id = key_id))::text
        WHEN 'day' THEN to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END AS subject,
      sum(micros)::bigint AS micros FROM charged c LEFT JOIN skill k ON k.id = c.skill_id GROUP BY 1)
  SELECT s.subject, CASE $by::text
      WHEN 'skill' THEN (SELECT r.name FROM skill k JOIN skill_revision r
        ON r.id = coalesce(k.live_revision_id, k.current_revision_id) WHERE k.slug = s.subject)
      WHEN 'key' THEN (SELECT coalesce(k.name, k.prefix) FROM api_key k WHERE k.id::text = s.subject)
      WHEN 'member' THEN (SELECT a.name FROM account a WHERE a.id::text = s.subject) END AS name,
    s.micros, sum(s.micros) OVER ()::bigint AS total FROM summed s
  ORDER BY CASE WHEN $by::text = 'day' THEN s.subject END, s.micros DESC, s.subject LIMIT ${MAX_ROWS}`;
type SpentRow = { subject: string | null; name: string | null; micros: string; total: string };

/**
 * What the caller has spent in a span, by default in this month (UTC). Throws invalid_request for more than 366 days, and
 * rate_limited.
 */
export async function spending({ accountId }: Pick<Caller, "accountId">, filters: SpendingQuery) {
  const span = spanOf(filters);
  const until = span.until ?? new Date();
  const from = span.from ?? new Date(`${until.toISOString().slice(0, "2026-11".length)}-01T00:00:00.000Z`);
  if (until.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw invalid([{ param: "start_date", message: `spending spans at most ${MAX_DAYS} days` }]);
  const values = { account: accountId, from, until, by: filters.by };
  const rows = await heavyRead(accountId, () => query<SpentRow>("usage.spending", SPENT, values));
  return {
    data: rows.map(({ subject, name, micros }) => ({ subject, name, spent: toCredits(BigInt(micros)) })),
    total: toCredits(BigInt(rows[0]?.total ?? 0)),
  };
}
