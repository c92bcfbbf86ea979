-- Buys a subscription: locks the wallet, then the promotion code if there is one, checks the key, price, balance and
-- the budgets (with approval_required, limit_micros is what the key may charge without one; with budget_reached,
-- budget_id is the budget), inserts the purchase, posts the sale and notifies the buyer. A code lowers the price of the
-- purchase, so of all its terms. An active purchase is answered as it is, and uses no code.
-- p_plan: the name of its plan, the first by default. p_replaces: the purchase whose plan it changes, which has ended.
-- p_trial: whether it begins with the skill's trial; null for one if the account may have it. A trial is term 0, before
-- the anchor of the others: it charges nothing, and the price is checked as what the renewal will charge.
CREATE OR REPLACE FUNCTION purchase_buy(p_id uuid, p_transaction_id uuid, p_buyer uuid, p_slug text, p_key uuid,
  p_max_price bigint,
  p_auto_renew boolean, p_fee_bps int, p_code text, p_approval uuid DEFAULT NULL, p_digest bytea DEFAULT NULL,
  p_session uuid DEFAULT NULL, p_trial boolean DEFAULT NULL, p_plan text DEFAULT NULL,
  p_replaces uuid DEFAULT NULL,
  OUT outcome text, OUT price bigint, OUT name text,
  OUT posted bigint, OUT held bigint, OUT limit_micros bigint, OUT spent_micros bigint, OUT budget_id uuid,
  OUT version int, OUT skill_id uuid, OUT bought purchase)
LANGUAGE plpgsql AS $$
DECLARE v record; v_plan record;
  v_payer record; v_spend record; v_fee bigint; v_code promotion_code; v_ask_above bigint;
  v_member uuid; v_trial text; v_days int := 0; v_start timestamptz := now();
  v_ids uuid[] := '{}'; v_periods timestamptz[] := '{}'; v_term int := 1;
BEGIN
  SELECT posted_micros, held_micros, ask_above_micros INTO posted, held, v_ask_above
    FROM wallet WHERE account_id = p_buyer FOR UPDATE;
  SELECT * INTO v_payer FROM payer_now(p_buyer, p_key, p_session);
  IF NOT v_payer.lives THEN outcome := 'unauthorized'; RETURN; END IF;
  SELECT l.skill_id, l.slug, l.name, l.owner_id, l.pricing_type, l.price_micros, l.subscription_interval,
      l.revision_number, l.execution_type, l.package_id, l.trial_days, l.plans INTO v
    FROM listing l WHERE l.slug = p_slug;
  IF NOT FOUND THEN outcome := 'not_found'; RETURN; END IF;
  name := v.name;
  IF v.owner_id = p_buyer THEN outcome := 'own_skill'; RETURN; END IF;
  -- Its period may be over before the renewal job has run.
  SELECT * INTO bought FROM purchase p WHERE p.buyer_id = p_buyer AND p.skill_id = v.skill_id AND p.status = 'active';
  IF bought.current_period_end > now() THEN
    outcome := CASE WHEN lower(p_plan) <> lower(coalesce(bought.plan, 'standard')) THEN 'other_plan'
      ELSE 'already_owned' END;
    RETURN;
  END IF;
  IF skill_withheld(p_buyer, v.skill_id, v.revision_number) THEN
    outcome := 'not_allowed'; skill_id := v.skill_id; RETURN;
  END IF;
  IF v.pricing_type <> 'subscription' THEN outcome := 'not_purchasable'; RETURN; END IF;
  -- There would be nothing to install.
  IF v.execution_type = 'download' AND (package_yanked(v.package_id) OR package_paused(v.package_id)) THEN
    outcome := CASE WHEN package_yanked(v.package_id) THEN 'version_yanked' ELSE 'download_paused' END;
    version := v.revision_number; skill_id := v.skill_id;
    RETURN;
  END IF;
  v_plan := plan_terms(plans_for(p_buyer, v.skill_id, v.plans, p_plan), p_plan, v.price_micros,
    v.subscription_interval, v.trial_days);
  IF NOT v_plan.is_there THEN outcome := 'no_plan'; RETURN; END IF;
  price := v_plan.price;
  IF p_code IS NOT NULL THEN
    -- A buyer who waits here for another's use reads the code anew, so that its last use is given once.
    SELECT * INTO v_code FROM promotion_code c WHERE c.skill_id = v.skill_id AND c.code = upper(p_code)
      AND c.ended_at IS NULL
      AND (c.ends_at IS NULL OR c.ends_at > now()) AND (c.max_uses IS NULL OR c.uses < c.max_uses) FOR UPDATE;
    IF NOT FOUND THEN outcome := 'no_promotion'; RETURN; END IF;
    price := promotion_price(price, v_code.percent_off, v_code.amount_off_micros);
  END IF;
  IF price > p_max_price THEN outcome := 'price_changed'; RETURN; END IF;
  v_ask_above := CASE WHEN p_key IS NOT NULL THEN least(v_ask_above, v_payer.ask_above) END;
  IF price > v_ask_above
      AND NOT approval_fits(p_approval, p_buyer, p_key, v.skill_id, v.revision_number, price, p_digest) THEN
    outcome := 'approval_required'; limit_micros := v_ask_above; version := v.revision_number; skill_id := v.skill_id;
    RETURN;
  END IF;
  IF price > 0 AND v_plan.trial_days > 0 AND p_trial IS DISTINCT FROM false THEN
    -- Accounts with a card or an owner in common wait here for each other, so that it has one trial.
    PERFORM pg_advisory_xact_lock(hashtextextended(v.skill_id || k.party, 0))
      FROM (SELECT party FROM unnest(cards_of(p_buyer) || trial_emails(p_buyer)) AS party ORDER BY 1) AS k;
    v_trial := trial_use(p_buyer, v.skill_id);
    IF v_trial = 'unverified' THEN outcome := 'trial_unverified'; RETURN; END IF;
    IF v_trial = 'available' THEN 
      v_days := v_plan.trial_days; v_term := 0; v_start := v_start + make_interval(days => v_days);
    END IF;
  END IF;
  IF p_trial AND v_days = 0 THEN
    outcome := CASE WHEN v_trial IS NULL THEN 'no_trial' ELSE 'trial_used' END;
    RETURN;
  END IF;
  v_member := member_of_charge(p_key, p_session);
  IF v_days = 0 THEN
    IF price > posted - held THEN outcome := 'insufficient_credits'; RETURN; END IF;
    v_spend := budgets_charge(p_buyer, p_key, v.skill_id, price, v_member);
    IF v_spend.budget_id IS NOT NULL THEN
      outcome := 'budget_reached'; budget_id := v_spend.budget_id;
      limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros;
      RETURN;
    END IF;
    v_ids := v_spend.spend_ids; v_periods := v_spend.spend_periods;
    PERFORM budgets_alert(p_buyer, v_ids, v_periods, price);
  END IF;
  IF price > v_ask_above THEN PERFORM approval_spend(p_approval, price); END IF;
  IF bought.id IS NOT NULL THEN
    UPDATE purchase SET status = CASE WHEN auto_renew AND p_replaces IS DISTINCT FROM id THEN 'expired'
      ELSE 'cancelled' END, ended_at = current_period_end WHERE id = bought.id AND buyer_id = p_buyer;
  END IF;
  UPDATE promotion_code SET uses = uses + 1 WHERE id = v_code.id;
  -- Whoever owns it from here on sells it: a transfer waits for this purchase, or this purchase for the transfer.
  SELECT l.owner_id INTO v.owner_id FROM listing l WHERE l.skill_id = v.skill_id FOR KEY SHARE;
  INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, auto_renew, anchor_at, started_at,
    current_period_end, key_id, person_id, promotion_code_id, spend_ids, spend_periods, term, trial_days, trial_mark,
    plan, included_calls, beyond_micros, included_units, replaces_id)
    VALUES (p_id, p_buyer, v.skill_id, v.owner_id, price, v_plan.term_interval, p_auto_renew, v_start, now(),
      term_end(v_start, v_plan.term_interval, v_term), p_key, v_member, v_code.id,
      v_ids, v_periods, v_term, v_days,
      CASE WHEN v_days > 0 THEN trial_mark(v.skill_id, (trial_emails(p_buyer))[1]) END,
      v_plan.name, v_plan.included_calls, v_plan.beyond, v_plan.included_units, p_replaces)
    RETURNING * INTO bought;
  IF v_days = 0 THEN
    v_fee := ledger_post_sale(p_transaction_id, 'purchase', 'purchase', p_id || ':1', v.slug, p_buyer, v.owner_id,
      price, p_fee_bps);
    posted := posted - price;
  END IF;
  PERFORM notice_add(p_buyer, 'purchase_made', p_id::text,
    jsonb_build_object('id', p_id, 'skill', v.name, 'credits', trim_scale(price::numeric / 1000000)::text,
    'interval', bought.interval, 'date', to_char(bought.current_period_end AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    'renews', p_auto_renew, 'trial', v_days > 0, 'plan', v_plan.name, 'changed', p_replaces IS NOT NULL), true);
  outcome := 'bought';
END $$;
