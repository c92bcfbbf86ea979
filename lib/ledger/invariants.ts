/** What must hold at any time. Each statement returns the rows that break its rule: none, ever. */
export const INVARIANTS = {
  "transactions balance": `
    SELECT transaction_id FROM ledger_entry GROUP BY transaction_id HAVING sum(amount_micros) <> 0`,
  "wallets follow their entries and holds": `
    SELECT w.account_id FROM wallet w
      LEFT JOIN (SELECT owner_id, sum(amount_micros) AS posted FROM ledger_entry WHERE account = 'wallet' GROUP BY owner_id) e ON e.owner_id = w.account_id
      LEFT JOIN (SELECT account_id, sum(amount_micros) AS held FROM hold WHERE state = 'held' GROUP BY account_id) h ON h.account_id = w.account_id
     WHERE w.posted_micros <> coalesce(e.posted, 0) OR w.held_micros <> coalesce(h.held, 0) OR w.posted_micros - w.held_micros < 0`,
  "no hold outlives its expiry": `
    SELECT id FROM hold WHERE state = 'held' AND expires_at < now() - interval '2 minutes'`,
  "priced purchases are posted": `
    SELECT p.id FROM purchase p WHERE p.price_micros > 0
       AND NOT EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.source_type = 'purchase' AND t.source_id = p.id || ':1')`,
  "refunded purchases are posted": `
    SELECT p.id FROM purchase p
      LEFT JOIN (SELECT t.source_id, sum(e.amount_micros) FILTER (WHERE e.account IN ('wallet', 'receivable')) AS given
                   FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id WHERE t.source_type = 'refund' GROUP BY t.id) r
        ON r.source_id = p.id || ':' || p.term
     WHERE p.refunded_micros <> coalesce(r.given, 0)`,
  "usage costs what was captured": `
    SELECT u.id FROM usage_record u JOIN hold h ON h.id = u.hold_id
     WHERE u.cost_micros <> CASE WHEN h.state = 'captured' THEN h.amount_micros ELSE 0 END`,
  "payment events are processed": `
    SELECT id FROM payment_event WHERE processed_at IS NULL AND received_at < now() - interval '10 minutes'`,
  "no request stays in progress": `
    SELECT account_id, key FROM idempotency_record WHERE completed_at IS NULL AND created_at < now() - interval '3 minutes'`,
  "payments and credits agree": `
    SELECT t.source_id FROM ledger_transaction t WHERE t.source_type = 'topup'
       AND NOT EXISTS (SELECT 1 FROM topup_order o WHERE o.id::text = t.source_id AND o.state = 'paid')
    UNION ALL
    SELECT o.id::text FROM topup_order o WHERE o.state = 'paid'
       AND NOT EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.source_type = 'topup' AND t.source_id = o.id::text)`,
  "payouts and their returns are posted": `
    SELECT coalesce(p.id::text, t.source_id) FROM payout p
      FULL JOIN (SELECT source_id, id FROM ledger_transaction WHERE source_type = 'payout') t ON t.source_id = p.id::text
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.account = 'earnings'
      LEFT JOIN (SELECT split_part(r.source_id, ':', 1) AS payout, sum(x.amount_micros) AS returned FROM ledger_transaction r
                   JOIN ledger_entry x ON x.transaction_id = r.id AND x.account = 'earnings' WHERE r.source_type = 'payout_return' GROUP BY 1) b ON b.payout = p.id::text
     WHERE p.id IS NULL OR e.owner_id IS DISTINCT FROM p.developer_id OR e.amount_micros IS DISTINCT FROM -p.amount_micros
        OR coalesce(b.returned, 0) <> p.returned_micros OR (p.state = 'failed' AND p.returned_micros <> p.amount_micros)`,
  // Ever for the sums, and with the hold for what is new: this runs every hour.
  "payouts are of earned, released credits": `
    SELECT e.owner_id FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.account = 'earnings' AND t.source_type IN ('purchase', 'hold', 'payout', 'payout_return')
       AND e.owner_id IN (SELECT developer_id FROM payout) GROUP BY e.owner_id HAVING sum(e.amount_micros) < 0
    UNION
    SELECT p.developer_id FROM payout p WHERE p.created_at > now() - interval '2 days' AND 0 > (
      SELECT coalesce(sum(e.amount_micros), 0) FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
       WHERE e.account = 'earnings' AND e.owner_id = p.developer_id AND (
         (t.source_type IN ('purchase', 'hold') AND e.created_at <= p.created_at - make_interval(hours => p.hold_hours))
         OR (t.source_type IN ('payout', 'payout_return') AND e.created_at <= p.created_at)))`,
  "sums of earnings by day follow their entries": `
    SELECT owner_id FROM (
        SELECT e.owner_id, utc_day(e.created_at) AS day, sum(e.amount_micros) AS net,
          sum(e.amount_micros) FILTER (WHERE t.source_type IN ('purchase', 'hold', 'refund')) AS held
          FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
         WHERE e.account = 'earnings' AND e.id <= (SELECT entry_id FROM earnings_mark WHERE name = 'days') GROUP BY 1, 2) e
      FULL JOIN earnings_day d USING (owner_id, day)
     GROUP BY owner_id HAVING count(*) FILTER (WHERE coalesce(e.net, 0) <> coalesce(d.net_micros, 0)) > 0
       OR coalesce(sum(e.held), 0) <> coalesce(sum(d.held_micros), 0)
       OR sum(d.net_micros) <> sum(d.sales_micros + d.refunds_micros - d.fees_micros + d.payouts_micros)`,
  "no payout stays in doubt": `
    SELECT id FROM payout WHERE state IN ('pending', 'returning') AND created_at < now() - interval '1 day'`,
  "captured holds are posted": `
    SELECT h.id FROM hold h WHERE h.state = 'captured' AND h.amount_micros > 0
       AND NOT EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.source_type = 'hold' AND t.source_id = h.id::text)`,
} as const;

export type InvariantName = keyof typeof INVARIANTS;
