-- Ends or renews a purchase whose period is over, within the budgets that it counts against. Locks the wallet,
-- then the purchase, then the budgets' spending. Where another plan was chosen, the purchase ends and one with that
-- plan begins where it ended, or now if a whole term of it is over by now.
CREATE OR REPLACE FUNCTION purchase_renew(p_purchase uuid, p_transaction_id uuid, p_fee_bps int,
  p_ends boolean DEFAULT true) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v purchase; v_slug text; v_term int; v_fee bigint; v_pays boolean; v_spend record;
  v_owner uuid; v_price bigint; v_id uuid; v_interval text; v_start timestamptz;
BEGIN
  SELECT * INTO v FROM purchase WHERE id = p_purchase;
  IF NOT FOUND THEN RETURN 'not_due'; END IF;
  PERFORM 1 FROM wallet WHERE account_id = v.buyer_id FOR UPDATE;
  SELECT * INTO v FROM purchase WHERE id = p_purchase AND buyer_id = v.buyer_id FOR UPDATE;
  IF v.status <> 'active' OR v.current_period_end > now() THEN RETURN 'not_due'; END IF;
  IF NOT v.auto_renew THEN
    IF NOT p_ends THEN RETURN 'not_due'; END IF;
    UPDATE purchase SET status = 'cancelled', ended_at = current_period_end
      WHERE id = v.id AND buyer_id = v.buyer_id;
    RETURN 'cancelled';
  END IF;
  v_price := purchase_next_price(v);
  v_pays := purchase_renewal_price(v.id) IS NOT NULL;
  IF v_pays THEN
    v_spend := budgets_charge(v.buyer_id, v.key_id, v.skill_id, v_price,
      coalesce(v.person_id, member_of_charge(v.key_id, NULL)));
    v_pays := v_spend.budget_id IS NULL;
  END IF;
  IF NOT v_pays THEN
    IF NOT p_ends THEN RETURN 'not_due'; END IF;
    UPDATE purchase SET status = 'expired', ended_at = current_period_end
      WHERE id = v.id AND buyer_id = v.buyer_id;
    RETURN 'lapsed';
  END IF;
  PERFORM budgets_alert(v.buyer_id, v_spend.spend_ids, v_spend.spend_periods, v_price);
  -- Who owns the skill now sells this term; a refund of the former one is its seller's.
  SELECT slug, owner_id INTO v_slug, v_owner FROM listing WHERE skill_id = v.skill_id FOR KEY SHARE;
  IF v.next_plan IS NOT NULL THEN
    v_id := new_id(); v_term := 1; v_interval := v.next_plan ->> 'term_interval'; v_start := v.current_period_end;
    IF term_end(v_start, v_interval, 1) <= now() THEN v_start := now(); END IF;
    UPDATE purchase SET status = 'cancelled', ended_at = current_period_end
      WHERE id = v.id AND buyer_id = v.buyer_id;
    INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, anchor_at, started_at,
      current_period_end, key_id, person_id, spend_ids, spend_periods, plan, included_calls, beyond_micros,
      included_units, replaces_id)
      VALUES (v_id, v.buyer_id, v.skill_id, v_owner, v_price, v_interval, v_start, v_start,
        term_end(v_start, v_interval, 1), v.key_id, v.person_id, v_spend.spend_ids, v_spend.spend_periods,
        v.next_plan ->> 'name', (v.next_plan ->> 'included_calls')::int, (v.next_plan ->> 'beyond')::bigint,
        coalesce(v.next_plan -> 'included_units', '[]'), v.id);
  ELSE
    v_id := v.id; v_term := v.term + 1;
    WHILE term_end(v.anchor_at, v.interval, v_term) <= now() LOOP v_term := v_term + 1; END LOOP;
    UPDATE purchase SET spend_ids = v_spend.spend_ids, spend_periods = v_spend.spend_periods, term = v_term,
      developer_id = v_owner, former_sellers = CASE WHEN v.developer_id = v_owner THEN v.former_sellers
        ELSE v.former_sellers || v.developer_id END,
      current_period_end = term_end(anchor_at, interval, v_term) WHERE id = v.id AND buyer_id = v.buyer_id;
  END IF;
  v_fee := ledger_post_sale(p_transaction_id, 'renewal', 'purchase', v_id || ':' || v_term, v_slug, v.buyer_id,
    v_owner, v_price, p_fee_bps);
  RETURN 'renewed';
END $$;
