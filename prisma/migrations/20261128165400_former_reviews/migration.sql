-- Reviews that were written before it was noted whether they count: of accounts that had paid, the first for each card.
WITH paid AS (
  SELECT v.skill_id, v.account_id, v.created_at FROM skill_review v
   WHERE v.is_counted AND (EXISTS (SELECT FROM topup_order o WHERE o.account_id = v.account_id AND o.state = 'paid'
       AND o.reversed_micros < o.credits_micros AND o.created_at <= v.updated_at)
     OR EXISTS (SELECT FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
       AND t.source_type = 'grant' AND t.created_at <= v.updated_at
       WHERE e.account = 'wallet' AND e.owner_id = v.account_id AND e.amount_micros > 0))),
counted AS (
  SELECT p.skill_id, p.account_id FROM paid p WHERE NOT EXISTS (
    SELECT FROM paid e JOIN topup_order a ON a.account_id = e.account_id
      JOIN topup_order b ON b.account_id = p.account_id AND b.card_fingerprint = a.card_fingerprint
     WHERE e.skill_id = p.skill_id AND e.account_id <> p.account_id
       AND (e.created_at, e.account_id) < (p.created_at, p.account_id))),
uncounted AS (
  UPDATE skill_review v SET is_counted = false WHERE v.is_counted AND NOT EXISTS (
    SELECT FROM counted c WHERE c.skill_id = v.skill_id AND c.account_id = v.account_id)
  RETURNING v.skill_id),
rated AS (
  SELECT s.skill_id, coalesce(sum(v.rating), 0) AS sum, count(v.rating) AS count,
      ARRAY[count(*) FILTER (WHERE v.rating = 1), count(*) FILTER (WHERE v.rating = 2),
        count(*) FILTER (WHERE v.rating = 3), count(*) FILTER (WHERE v.rating = 4),
        count(*) FILTER (WHERE v.rating = 5)] AS counts
    FROM (SELECT DISTINCT skill_id FROM uncounted) AS s
      LEFT JOIN (skill_review v JOIN counted USING (skill_id, account_id)) USING (skill_id) GROUP BY 1)
UPDATE listing l SET rating_sum = r.sum, rating_count = r.count, rating_counts = r.counts,
    rating_score = (r.sum + 5 * 3.5) / (r.count + 5)::float
  FROM rated r WHERE l.skill_id = r.skill_id;
