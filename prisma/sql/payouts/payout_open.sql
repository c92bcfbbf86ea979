-- Opens a payout of a developer's available earnings under a request key, and posts it. A key that was used with
-- another amount is refused; one payout of a developer is in progress at a time.
CREATE OR REPLACE FUNCTION payout_open(p_id uuid, p_transaction_id uuid, p_developer uuid, p_amount bigint,
  p_least bigint, p_hold interval, p_lease interval,
  p_origin text, p_request_key text, p_livemode boolean, OUT outcome text, OUT available bigint, OUT payout_id uuid)
LANGUAGE plpgsql AS $$
DECLARE v_account payout_account; v_sums record; v_amount bigint;
BEGIN
  available := 0;
  SELECT * INTO v_account FROM payout_account WHERE account_id = p_developer FOR UPDATE;
  IF NOT FOUND OR v_account.processor_account_id IS NULL OR NOT v_account.payouts_enabled
      OR v_account.livemode <> p_livemode
      OR EXISTS (SELECT 1 FROM account WHERE id = p_developer AND suspended_at IS NOT NULL) THEN
    outcome := 'not_ready'; RETURN;
  END IF;
  -- A month's key never expires; a request's does with its stored answer.
  IF p_origin = 'requested' THEN
    UPDATE payout SET request_key = NULL WHERE developer_id = p_developer AND request_key = p_request_key
      AND created_at < now() - interval '24 hours';
  END IF;
  SELECT id, amount_micros INTO payout_id, v_amount FROM payout WHERE developer_id = p_developer
    AND request_key = p_request_key;
  IF FOUND THEN outcome := CASE WHEN p_amount <> v_amount THEN 'key_reused' ELSE 'known' END; RETURN; END IF;
  IF EXISTS (SELECT 1 FROM payout WHERE developer_id = p_developer
    AND state IN ('pending', 'in_transit', 'returning')) THEN
    outcome := 'in_progress'; RETURN;
  END IF;
  SELECT * INTO v_sums FROM earnings_sums(p_developer, p_hold);
  available := v_sums.balance - v_sums.held;
  v_amount := coalesce(p_amount, available - available % 10000);
  IF v_amount < p_least THEN outcome := 'too_small'; RETURN; END IF;
  IF v_amount > available THEN outcome := 'insufficient'; RETURN; END IF;
  INSERT INTO payout (id, developer_id, destination, amount_micros, origin, request_key, livemode, hold_hours,
    next_try_at, created_at)
    VALUES (p_id, p_developer, v_account.processor_account_id, v_amount, p_origin, p_request_key, p_livemode,
    extract(epoch FROM p_hold) / 3600, clock_timestamp() + p_lease, clock_timestamp());
  PERFORM ledger_post(p_transaction_id, 'payout', 'payout', p_id::text, NULL, ARRAY['earnings', 'processor'],
    ARRAY[p_developer, NULL], ARRAY[-v_amount, v_amount]);
  payout_id := p_id; outcome := 'opened';
END $$;
