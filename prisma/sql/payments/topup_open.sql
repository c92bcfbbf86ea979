-- Opens the order of a checkout, or finds the one that the same request key opened within 24 hours. Locks the wallet
-- first.
CREATE OR REPLACE FUNCTION topup_open(p_id uuid, p_account uuid, p_pack text, p_skill uuid, p_cents bigint,
  p_credits bigint, p_livemode boolean, p_request_key text)
RETURNS SETOF topup_order LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  UPDATE topup_order SET request_key = NULL
    WHERE account_id = p_account AND request_key = p_request_key AND created_at < now() - interval '24 hours';
  RETURN QUERY INSERT INTO topup_order AS o (id, account_id, pack_id, skill_id, amount_cents, credits_micros,
    livemode, request_key)
    VALUES (p_id, p_account, p_pack, p_skill, p_cents, p_credits, p_livemode, p_request_key)
    ON CONFLICT (account_id, request_key) DO UPDATE SET request_key = o.request_key RETURNING o.*;
END $$;
