-- Keeps the checkout of an order. It and the closing of the account wait for each other at the wallet: no row when the
-- account is closed, so that no checkout pays into it.
CREATE OR REPLACE FUNCTION topup_checkout(p_order uuid, p_account uuid, p_session text, p_url text,
  p_expires_at timestamptz) RETURNS SETOF topup_order LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  RETURN QUERY UPDATE topup_order SET session_id = p_session, checkout_url = p_url, expires_at = p_expires_at,
      state = CASE state WHEN 'created' THEN 'open' ELSE state END
    WHERE id = p_order AND NOT EXISTS (SELECT 1 FROM account WHERE id = p_account AND closed_at IS NOT NULL)
      RETURNING *;
END $$;
