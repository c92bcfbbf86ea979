/**
 * An invariant of the ledger. `text` returns the rows that violate it. It may use four parameters: $1 and $2, the time span of the
 * rows that it checks, and $3 and $4, the entries up to which wallets and days of earnings are summed. `reach` is what one statement
 * covers: what is open `now`; everything `since` a time; some `days`; or the `whole`, which only a full check runs.
 */
export type Invariant = { reach: "now" | "since" | "days" | "whole"; text: string };

/** A pattern of UUIDs: casting any other text would fail the check. */
const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

const came = (column: string) => `${column} >= $1 AND ${column} < $2`;

/** A sale's entry of its buyer and that of its developer, by the transaction `t`; `sale` has both and the price. */
const isSold = (sale: string) => `(
    SELECT count(*) = 1 AND sum(e.amount_micros) = -${sale}.micros FROM ledger_entry e
     WHERE e.transaction_id = t.id AND e.account = 'wallet' AND e.owner_id = ${sale}.buyer) AND NOT EXISTS (
    SELECT 1 FROM ledger_entry e WHERE e.transaction_id = t.id AND (
      e.account NOT IN ('wallet', 'earnings', 'fees')
      OR (e.account = 'earnings' AND e.owner_id <> ${sale}.developer)))`;

/** The net change of an account by the transactions of this condition, its debt included. */
const given = (condition: string) => `(SELECT coalesce(sum(e.amount_micros), 0) FROM ledger_transaction t
    JOIN ledger_entry e ON e.transaction_id = t.id AND e.account IN ('wallet', 'receivable') WHERE ${condition})`;

/** Closed holds are deleted after 30 days; until shortly before, a missing one is a violation. */
const HOLDS_STORED = "interval '29 days'";
/** Earlier periods of budgets are skipped: their holds are partly deleted. */
const SPENT_SINCE = `(greatest($1::timestamptz, now() - ${HOLDS_STORED}) - interval '1 day')`;

/** The credits themselves: entries, wallets and debts. */
const CREDITS = {
  "transactions balance": {
    reach: "days",
    text: `SELECT transaction_id FROM ledger_entry WHERE ${came("created_at")} GROUP BY transaction_id
      HAVING sum(amount_micros) <> 0`,
  },
  "entries and transactions belong together": {
    reach: "days",
    text: `SELECT e.id::text FROM ledger_entry e WHERE ${came("e.created_at")}
         AND NOT EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.id = e.transaction_id)
      UNION ALL SELECT t.id::text FROM ledger_transaction t WHERE ${came("t.created_at")}
         AND NOT EXISTS (SELECT 1 FROM ledger_entry e WHERE e.transaction_id = t.id)`,
  },
  "wallets follow their entries and holds": {
    reach: "now",
    text: `SELECT w.account_id FROM wallet w LEFT JOIN wallet_sum s ON s.account_id = w.account_id
        LEFT JOIN (SELECT owner_id, sum(amount_micros) AS posted FROM ledger_entry WHERE account = 'wallet' AND id > $3
          GROUP BY owner_id) e ON e.owner_id = w.account_id
        LEFT JOIN (SELECT account_id, sum(amount_micros) AS held FROM hold WHERE state = 'held'
          GROUP BY account_id) h ON h.account_id = w.account_id
       WHERE w.posted_micros <> coalesce(s.posted_micros, 0) + coalesce(e.posted, 0)
          OR w.held_micros <> coalesce(h.held, 0) OR w.posted_micros - w.held_micros < 0`,
  },
  // Entries that waited for the same wallet may have ids in another order than their effects.
  "balances shown lead to the wallet's": {
    reach: "since",
    text: `SELECT w.account_id FROM wallet w
         WHERE w.account_id IN (SELECT owner_id FROM ledger_entry WHERE account = 'wallet' AND ${came("created_at")})
         AND w.posted_micros NOT IN (SELECT coalesce(e.balance_after_micros, -1) FROM ledger_entry e
           WHERE e.account = 'wallet' AND e.owner_id = w.account_id ORDER BY e.id DESC LIMIT 50)`,
  },
  "nobody is owed by the marketplace": {
    reach: "now",
    text: `SELECT owner_id FROM ledger_entry WHERE account = 'receivable' GROUP BY owner_id
      HAVING sum(amount_micros) > 0`,
  },
} as const satisfies Record<string, Invariant>;

const SALES = {
  "no hold outlives its expiry": {
    reach: "now",
    text: "SELECT id FROM hold WHERE state = 'held' AND expires_at < now() - interval '2 minutes'",
  },
  // A term that was renewed late began days before it was paid.
  "priced terms are posted": {
    reach: "since",
    text: `SELECT p.id FROM purchase p
        CROSS JOIN LATERAL (SELECT 1 AS number WHERE p.trial_days = 0 AND ${came("p.started_at")}
          UNION SELECT p.term WHERE (p.term > 1 OR p.term = 1 AND p.trial_days > 0)
          AND term_end(p.anchor_at, p.interval, p.term - 1) >= $1::timestamptz - interval '2 days'
            AND term_end(p.anchor_at, p.interval, p.term - 1) < $2) AS term
       WHERE p.price_micros > 0 AND NOT EXISTS (SELECT 1 FROM ledger_transaction t
           CROSS JOIN LATERAL (SELECT p.buyer_id AS buyer, seller AS developer, p.price_micros AS micros
             FROM unnest(p.former_sellers || p.developer_id) AS seller) AS sale
         WHERE t.source_type = 'purchase' AND t.source_id = p.id || ':' || term.number AND ${isSold("sale")})`,
  },
  "posted terms are of purchases": {
    reach: "days",
    text: `SELECT t.source_id FROM ledger_transaction t WHERE t.source_type = 'purchase' AND ${came("t.created_at")}
        AND NOT EXISTS (SELECT 1 FROM (SELECT p.term, p.buyer_id AS buyer, seller AS developer, p.price_micros AS micros
            FROM purchase p CROSS JOIN unnest(p.former_sellers || p.developer_id) AS seller
            WHERE p.id = split_part(t.source_id, ':', 1)::uuid) AS sale
         WHERE split_part(t.source_id, ':', 2)::int <= sale.term AND ${isSold("sale")})`,
  },
  "refunded purchases are posted": {
    reach: "since",
    text: `SELECT coalesce(p.source_id, r.source_id) FROM
        (SELECT id || ':' || term AS source_id, refunded_micros FROM purchase WHERE ${came("refunded_at")}
        AND refunded_micros > 0) p
        FULL JOIN (SELECT t.source_id,
          sum(e.amount_micros) FILTER (WHERE e.account IN ('wallet', 'receivable')) AS given
          FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
         WHERE t.source_type = 'refund' AND ${came("t.created_at")} GROUP BY t.id) r ON r.source_id = p.source_id
       WHERE coalesce(p.refunded_micros, 0) <> coalesce(r.given, 0)`,
  },
  // Periods of a purchase follow one another by the numbers of its terms; those of another plan begin where it ended.
  "a changed plan begins where the former one ended": {
    reach: "since",
    text: `SELECT n.id FROM purchase n LEFT JOIN purchase o ON o.id = n.replaces_id
       WHERE n.replaces_id IS NOT NULL AND ${came("n.started_at")} AND (o.id IS NULL OR o.status = 'active'
         OR o.buyer_id <> n.buyer_id OR o.skill_id <> n.skill_id
         OR o.current_period_end > n.started_at + interval '1 millisecond')`,
  },
  "included calls are counted": {
    reach: "days",
    text: `SELECT h.plan_purchase_id FROM hold h WHERE h.state <> 'released' AND ${came("h.created_at")}
       AND h.plan_purchase_id IS NOT NULL GROUP BY h.plan_purchase_id, h.plan_term HAVING count(*) > coalesce(
         (SELECT used FROM plan_use u WHERE u.purchase_id = h.plan_purchase_id AND u.term = h.plan_term), 0)`,
  },
  // What is left of a unit is null in rows from before it was written down.
  "included units are those used and left, and no fewer than running calls hold": {
    reach: "days",
    text: `SELECT h.plan_purchase_id FROM hold h JOIN purchase p ON p.id = h.plan_purchase_id
       JOIN plan_use u ON u.purchase_id = h.plan_purchase_id AND u.term = h.plan_term
       CROSS JOIN LATERAL jsonb_each_text(h.plan_units) AS k (name, reserved) WHERE ${came("h.created_at")}
       GROUP BY h.plan_purchase_id, h.plan_term, p.included_units, u.units, u.units_left, k.name
       HAVING (u.units ->> k.name)::bigint < coalesce(sum(k.reserved::bigint) FILTER (WHERE h.state = 'held'), 0)
         OR (u.units ->> k.name)::bigint + (u.units_left ->> k.name)::bigint <> (SELECT (i ->> 'included')::bigint
           FROM jsonb_array_elements(p.included_units) AS i WHERE i ->> 'name' = k.name)`,
  },
  "refund requests follow their refunds": {
    reach: "now",
    text: `SELECT q.id FROM refund_request q JOIN purchase p ON p.id = q.purchase_id
       WHERE (q.state = 'refunded' AND p.refunded_at IS NULL)
         OR (q.state IN ('open', 'declined', 'escalated') AND p.refunded_at IS NOT NULL)`,
  },
  "usage costs what was captured": {
    reach: "days",
    text: `SELECT u.id FROM usage_record u LEFT JOIN hold h ON h.id = u.hold_id WHERE u.hold_id IS NOT NULL
         AND ${came("u.created_at")}
         AND (u.cost_micros <> CASE WHEN h.state = 'captured' THEN h.amount_micros ELSE 0 END
           AND (h.id IS NOT NULL OR u.created_at > now() - ${HOLDS_STORED}))
      UNION ALL SELECT min(u.id::text)::uuid FROM usage_record u WHERE u.hold_id IS NOT NULL AND ${came("u.created_at")}
        GROUP BY u.hold_id HAVING count(*) > 1`,
  },
  // A usage row has its process's clock, a hold the database's. The charges of former releases have another id.
  "captured holds are posted and recorded": {
    reach: "days",
    text: `SELECT h.id FROM hold h
       CROSS JOIN LATERAL (SELECT h.account_id AS buyer, h.developer_id AS developer, h.amount_micros AS micros) AS sale
       WHERE h.state = 'captured' AND h.amount_micros > 0 AND ${came("h.created_at")} AND NOT EXISTS (
         SELECT 1 FROM ledger_transaction t WHERE t.source_type = 'hold' AND ${isSold("sale")} AND t.id = coalesce((
           SELECT f.id FROM ledger_transaction f WHERE f.source_type = 'hold' AND f.source_id = h.id::text
             AND f.source_id <> f.id::text), h.id))
      UNION SELECT h.id FROM hold h LEFT JOIN usage_record u ON u.hold_id = h.id
           AND u.created_at >= $1::timestamptz - interval '1 hour'
             AND u.created_at < $2::timestamptz + interval '1 hour'
       WHERE h.state = 'captured' AND ${came("h.created_at")} AND u.id IS NULL`,
  },
  "posted calls are of captured holds": {
    reach: "days",
    text: `SELECT t.source_id FROM ledger_transaction t
       LEFT JOIN hold h ON h.id = CASE WHEN t.source_id ~ '${UUID}' THEN t.source_id::uuid END
       WHERE t.source_type = 'hold' AND ${came("t.created_at")} AND h.state IS DISTINCT FROM 'captured'
         AND (h.id IS NOT NULL OR t.created_at > now() - ${HOLDS_STORED})`,
  },
  // A purchase knows of its newest charge only, so budgets may have spent more than what is added up here.
  "budgets have counted what was charged": {
    reach: "since",
    text: `SELECT c.spend_id FROM (
         SELECT t.id AS spend_id, t.start, sum(c.micros) AS micros FROM (
           SELECT o.spend_ids, o.spend_periods, o.amount_micros AS micros FROM hold o
            WHERE o.created_at >= ${SPENT_SINCE} AND o.state <> 'released' AND o.spend_ids <> '{}'
           UNION ALL SELECT p.spend_ids, p.spend_periods, p.price_micros - p.refunded_micros FROM purchase p
            WHERE p.spend_ids <> '{}' AND p.started_at >= ${SPENT_SINCE}) AS c
          CROSS JOIN LATERAL unnest(c.spend_ids, c.spend_periods) AS t (id, start)
         WHERE t.start >= ${SPENT_SINCE} OR t.start = 'epoch' GROUP BY 1, 2) AS c
        LEFT JOIN budget_spend s ON s.spend_id = c.spend_id AND s.period_start = c.start
       WHERE coalesce(s.spent_micros, 0) < c.micros AND EXISTS (SELECT 1 FROM budget b WHERE b.spend_id = c.spend_id)`,
  },
  "free calls are counted": {
    reach: "days",
    text: `SELECT h.account_id FROM hold h WHERE h.free AND h.state <> 'released' AND ${came("h.created_at")}
       AND h.created_at >= free_calls_since() GROUP BY h.account_id, h.skill_id
      HAVING count(*) > free_calls_used(h.account_id, h.skill_id)`,
  },
} as const satisfies Record<string, Invariant>;

const PAYMENTS = {
  "payment events are processed": {
    reach: "now",
    text: "SELECT id FROM payment_event WHERE processed_at IS NULL AND received_at < now() - interval '10 minutes'",
  },
  "no request stays in progress": {
    reach: "now",
    text: `SELECT account_id, key FROM idempotency_record
      WHERE completed_at IS NULL AND created_at < now() - interval '3 minutes'`,
  },
  "payments and credits agree": {
    reach: "since",
    text: `SELECT t.source_id FROM ledger_transaction t WHERE t.source_type = 'topup' AND ${came("t.created_at")}
         AND NOT EXISTS (SELECT 1 FROM topup_order o WHERE o.id = t.source_id::uuid AND o.state = 'paid')
      UNION ALL SELECT o.id::text FROM topup_order o WHERE o.state = 'paid'
         AND ${came("coalesce(o.paid_at, o.created_at)")}
         AND o.credits_micros <> ${given("t.source_type = 'topup' AND t.source_id = o.id::text AND e.owner_id = o.account_id")}`,
  },
  "reversals are posted": {
    reach: "since",
    text: `SELECT o.id::text FROM topup_order o WHERE (o.refunded_cents > 0 OR o.disputed_cents > 0 OR o.reversals > 0)
          AND (
          o.reversed_micros <> -${given(`t.source_type = 'reversal' AND e.owner_id = o.account_id
            AND t.source_id = ANY (ARRAY(SELECT o.id || ':' || n FROM generate_series(1, o.reversals) AS n))`)}
          OR (o.state = 'paid' AND o.reversed_micros <> least(round((o.refunded_cents + o.disputed_cents)::numeric
            * o.amount_cents / (o.amount_cents + o.tax_cents)) * 10000, o.credits_micros)))
      UNION ALL SELECT t.source_id FROM ledger_transaction t WHERE t.source_type = 'reversal'
         AND ${came("t.created_at")}
         AND NOT EXISTS (SELECT 1 FROM topup_order o WHERE o.id = split_part(t.source_id, ':', 1)::uuid
           AND split_part(t.source_id, ':', 2)::int <= o.reversals)`,
  },
  // Only credit notes of payments take away. No document is of a charge; saying so lets the index of sources be used.
  "receipts and credit notes follow the ledger": {
    reach: "since",
    text: `SELECT d.id::text FROM document d WHERE ${came("d.created_at")}
         AND CASE WHEN d.kind = 'receipt' OR d.source_type = 'refund' THEN d.net_micros ELSE -d.net_micros END
           <> ${given("t.source_type <> 'hold' AND t.source_type = d.source_type AND t.source_id = d.source_id")}
      UNION ALL SELECT t.id::text FROM ledger_transaction t WHERE t.source_type IN ('topup', 'reversal', 'refund')
         AND ${came("t.created_at")}
         AND t.created_at > (SELECT created_at FROM document WHERE kind = 'receipt' AND number = 1)
         AND NOT EXISTS (SELECT 1 FROM document d WHERE d.source_type = t.source_type AND d.source_id = t.source_id)`,
  },
  "numbers of receipts and credit notes have no gap": {
    reach: "whole",
    text: "SELECT kind FROM document GROUP BY kind HAVING max(number) <> count(*)",
  },
} as const satisfies Record<string, Invariant>;

const EARNINGS = {
  "payouts and their returns are posted": {
    reach: "now",
    text: `SELECT coalesce(p.id::text, t.source_id) FROM payout p
      FULL JOIN (SELECT source_id, id FROM ledger_transaction
      WHERE source_type = 'payout') t ON t.source_id = p.id::text
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.account = 'earnings'
      LEFT JOIN (SELECT split_part(r.source_id, ':', 1) AS payout, sum(x.amount_micros) AS returned
        FROM ledger_transaction r
                   JOIN ledger_entry x ON x.transaction_id = r.id AND x.account = 'earnings'
                     WHERE r.source_type = 'payout_return' GROUP BY 1) b ON b.payout = p.id::text
     WHERE p.id IS NULL OR e.owner_id IS DISTINCT FROM p.developer_id
        OR e.amount_micros IS DISTINCT FROM -p.amount_micros
        OR coalesce(b.returned, 0) <> p.returned_micros
          OR (p.state = 'failed' AND p.returned_micros <> p.amount_micros)`,
  },
  "payouts are of earned, released credits": {
    reach: "since",
    text: `SELECT e.owner_id FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.account = 'earnings' AND t.source_type IN ('purchase', 'hold', 'payout', 'payout_return')
       AND e.owner_id IN (SELECT developer_id FROM payout WHERE ${came("created_at")}) GROUP BY e.owner_id
         HAVING sum(e.amount_micros) < 0
    UNION
    SELECT p.developer_id FROM payout p WHERE ${came("p.created_at")} AND 0 > (
      SELECT coalesce(sum(e.amount_micros), 0) FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
       WHERE e.account = 'earnings' AND e.owner_id = p.developer_id AND (
         (t.source_type IN ('purchase', 'hold') AND e.created_at <= p.created_at - make_interval(hours => p.hold_hours))
         OR (t.source_type IN ('payout', 'payout_return') AND e.created_at <= p.created_at)))`,
  },
  "earnings of a day follow their entries": {
    reach: "days",
    text: `SELECT coalesce(e.owner_id, d.owner_id)
         FROM (SELECT owner_id, utc_day(created_at) AS day, sum(amount_micros) AS net FROM ledger_entry
         WHERE account = 'earnings' AND id <= $4 AND created_at >= date_trunc('day', $1::timestamptz, 'UTC')
           AND created_at < $2 GROUP BY 1, 2) e
      FULL JOIN (SELECT * FROM earnings_day WHERE day >= utc_day($1) AND day < utc_day($2)) d ON d.owner_id = e.owner_id
        AND d.day = e.day
     WHERE coalesce(e.net, 0) <> coalesce(d.net_micros, 0)
        OR d.net_micros <> d.sales_micros + d.refunds_micros - d.fees_micros + d.payouts_micros`,
  },
  // A refund lowers what is held of the day of its sale, so these sums agree only over all days.
  "held earnings follow their entries": {
    reach: "whole",
    text: `SELECT coalesce(e.owner_id, d.owner_id)
         FROM (SELECT e.owner_id, sum(e.amount_micros) AS held FROM ledger_entry e
         JOIN ledger_transaction t ON t.id = e.transaction_id
         WHERE e.account = 'earnings' AND t.source_type IN ('purchase', 'hold', 'refund') AND e.id <= $4
           GROUP BY e.owner_id) e
      FULL JOIN (SELECT owner_id, sum(held_micros) AS held FROM earnings_day
        GROUP BY owner_id) d ON d.owner_id = e.owner_id
     WHERE coalesce(e.held, 0) <> coalesce(d.held, 0)`,
  },
  "no payout stays in doubt": {
    reach: "now",
    // Payouts of suspended developers wait for an administrator.
    text: `SELECT p.id FROM payout p JOIN account a ON a.id = p.developer_id
      WHERE p.created_at < now() - interval '1 day'
        AND (p.state = 'returning' OR (p.state = 'pending' AND a.suspended_at IS NULL))`,
  },
} as const satisfies Record<string, Invariant>;

export const INVARIANTS = { ...CREDITS, ...SALES, ...PAYMENTS, ...EARNINGS } as const;

export type InvariantName = keyof typeof INVARIANTS;
