-- What prevents closing an account. Takes no locks, since it is also a preview; account_closing_lock takes them.
CREATE OR REPLACE FUNCTION account_closing(p_account uuid, OUT calls int, OUT payments int, OUT checkouts int,
  OUT payouts int, OUT subscribers jsonb, OUT credits bigint, OUT earnings bigint)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT posted_micros - held_micros INTO credits FROM wallet WHERE account_id = p_account;
  SELECT count(*) INTO calls FROM hold WHERE account_id = p_account AND state = 'held';
  SELECT count(*) FILTER (WHERE automatic OR state = 'processing'),
    count(*) FILTER (WHERE NOT automatic AND state = 'open') INTO payments, checkouts
    FROM topup_order WHERE account_id = p_account AND state IN ('created', 'open', 'processing');
  payments := payments + (SELECT count(*) FROM card_refund WHERE account_id = p_account AND state = 'pending');
  SELECT count(*) INTO payouts FROM payout WHERE developer_id = p_account
    AND state IN ('pending', 'in_transit', 'returning');
  SELECT coalesce(jsonb_agg(jsonb_build_object('slug', b.slug, 'count', b.count, 'until', b.until) ORDER BY b.slug),
    '[]') INTO subscribers
    FROM (SELECT s.slug, count(*) AS count, max(p.current_period_end) AS until FROM skill s
      JOIN purchase p ON p.skill_id = s.id
      WHERE p_account IN (s.owner_id, p.developer_id) AND p.buyer_id <> p_account
        AND p.status = 'active' AND p.current_period_end > now()
        GROUP BY s.slug) AS b;
  SELECT balance INTO earnings FROM earnings_sums(p_account, interval '0');
END $$;
