-- Gives a buyer back the whole of the last term, or the unused rest of the running one, and ends the purchase. The
-- developer's earnings and the fee are reversed in proportion, the fee rounded down as it was when it was taken, so
-- that both sum to the refund. Debt is repaid first, as from a top-up. Budgets get it back in the period of the charge.
-- The wallet's lock comes first, so a purchase is refunded once and never beside a renewal.
CREATE OR REPLACE FUNCTION purchase_refund(p_purchase uuid, p_transaction_id uuid, p_full boolean,
  p_running_only boolean, p_reason text,
  OUT outcome text, OUT refunded bigint, OUT earnings_back bigint, OUT fee_back bigint)
LANGUAGE plpgsql AS $$
DECLARE v purchase; v_sale uuid; v_subject text; v_price bigint := 0; v_fee bigint := 0; v_debt bigint;
  v_running boolean;
BEGIN
  refunded := 0; earnings_back := 0; fee_back := 0;
  SELECT * INTO v FROM purchase WHERE id = p_purchase;
  IF NOT FOUND THEN outcome := 'not_found'; RETURN; END IF;
  PERFORM 1 FROM wallet WHERE account_id = v.buyer_id FOR UPDATE;
  SELECT * INTO v FROM purchase WHERE id = p_purchase AND buyer_id = v.buyer_id FOR UPDATE;
  IF v.refunded_at IS NOT NULL THEN outcome := 'already_refunded'; RETURN; END IF;
  v_running := v.status = 'active' AND v.current_period_end > now();
  IF p_running_only AND NOT v_running THEN outcome := 'not_running'; RETURN; END IF;
  SELECT t.id, t.subject, -sum(e.amount_micros) FILTER (WHERE e.account = 'wallet'),
    coalesce(sum(e.amount_micros) FILTER (WHERE e.account = 'fees'), 0)
    INTO v_sale, v_subject, v_price, v_fee
    FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    WHERE t.source_type = 'purchase' AND t.source_id = v.id || ':' || v.term GROUP BY t.id;
  v_price := coalesce(v_price, 0); v_fee := coalesce(v_fee, 0);
  refunded := CASE WHEN p_full THEN v_price ELSE purchase_unused(v, v_price) END;
  IF refunded = 0 AND NOT p_running_only THEN outcome := 'nothing_to_refund'; RETURN; END IF;
  IF refunded > 0 THEN
    fee_back := div(v_fee::numeric * refunded, v_price);
    earnings_back := refunded - fee_back;
    SELECT least(refunded, greatest(0, coalesce(-sum(amount_micros), 0))) INTO v_debt FROM ledger_entry
      WHERE account = 'receivable' AND owner_id = v.buyer_id;
    PERFORM budgets_give(v.spend_ids, v.spend_periods, refunded);
    IF NOT ledger_post(p_transaction_id, 'purchase_refund', 'refund', v.id || ':' || v.term, v_subject,
        ARRAY['wallet', 'receivable', 'earnings', 'fees'], ARRAY[v.buyer_id, v.buyer_id, v.developer_id, NULL],
        ARRAY[refunded - v_debt, v_debt, -earnings_back, -fee_back]) THEN
      RAISE EXCEPTION 'the refund of purchase % was posted before', v.id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  UPDATE purchase SET refunded_at = now(), refunded_micros = refunded, refund_reason = p_reason, auto_renew = false,
    status = CASE WHEN status = 'active' THEN 'cancelled' ELSE status END,
    ended_at = coalesce(ended_at, least(now(), current_period_end)),
    current_period_end = least(current_period_end, greatest(now(), started_at + interval '1 millisecond'))
    WHERE id = v.id AND buyer_id = v.buyer_id;
  outcome := 'refunded';
END $$;
