-- What stands in the way of closing an account, as before: a payment may also come of an automatic order that nobody has answered
-- yet, and of a checkout that is open. An order without a checkout is nothing yet.
DROP FUNCTION account_closing(uuid);
CREATE FUNCTION account_closing(p_account uuid, OUT calls int, OUT payments int, OUT checkouts int, OUT payouts int, OUT subscribers jsonb, OUT credits bigint, OUT earnings bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payout_account WHERE account_id = p_account FOR UPDATE;
  SELECT posted_micros - held_micros INTO credits FROM wallet WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM listing WHERE owner_id = p_account ORDER BY skill_id FOR UPDATE;
  SELECT count(*) INTO calls FROM hold WHERE account_id = p_account AND state = 'held';
  SELECT count(*) FILTER (WHERE automatic OR state = 'processing'), count(*) FILTER (WHERE NOT automatic AND state = 'open') INTO payments, checkouts
    FROM topup_order WHERE account_id = p_account AND state IN ('created', 'open', 'processing');
  SELECT count(*) INTO payouts FROM payout WHERE developer_id = p_account AND state IN ('pending', 'in_transit', 'returning');
  SELECT coalesce(jsonb_agg(jsonb_build_object('slug', b.slug, 'count', b.count, 'until', b.until) ORDER BY b.slug), '[]') INTO subscribers
    FROM (SELECT s.slug, count(*) AS count, max(p.current_period_end) AS until FROM skill s JOIN purchase p ON p.skill_id = s.id
      WHERE s.owner_id = p_account AND p.buyer_id <> p_account AND p.status = 'active' AND p.current_period_end > now() GROUP BY s.slug) AS b;
  SELECT coalesce(sum(amount_micros), 0) INTO earnings FROM ledger_entry WHERE account = 'earnings' AND owner_id = p_account;
END $$;

-- Keeps the checkout of an order. It and the closing of the account wait for each other at the wallet: no row when the account
-- is closed, so that nobody is sent to a checkout that pays into it.
CREATE FUNCTION topup_checkout(p_order uuid, p_account uuid, p_session text, p_url text, p_expires_at timestamptz) RETURNS SETOF topup_order LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  RETURN QUERY UPDATE topup_order SET session_id = p_session, checkout_url = p_url, expires_at = p_expires_at,
      state = CASE state WHEN 'created' THEN 'open' ELSE state END
    WHERE id = p_order AND NOT EXISTS (SELECT 1 FROM account WHERE id = p_account AND closed_at IS NOT NULL) RETURNING *;
END $$;
