-- Opens a use of a skill: a hold of the most that access_quote says that it costs, or of p_max_price (null for any
-- price) where units would go beyond it. Without its units it must not cost more than that: base. A due subscription
-- is renewed first, and then the use itself costs nothing. A refusal charges nothing; with
-- approval_required, limit_micros is what the key may charge without one; with budget_reached, budget_id is the budget.
CREATE OR REPLACE FUNCTION execution_reserve(p_hold uuid, p_renewal_transaction uuid, p_account uuid, p_admin boolean,
  p_skill uuid, p_kind text,
  p_key uuid, p_key_prefix text, p_max_price bigint, p_ttl interval, p_max_account int, p_max_skill int, p_fee_bps int,
  p_process uuid, p_version int DEFAULT NULL, p_session uuid DEFAULT NULL,
  p_approval uuid DEFAULT NULL, p_digest bytea DEFAULT NULL, p_operation text DEFAULT NULL,
  OUT outcome text, OUT price bigint, OUT is_free boolean, OUT available bigint, OUT limit_micros bigint,
  OUT spent_micros bigint, OUT budget_id uuid, OUT signing_secret text, OUT pseudonym_secret text,
  OUT base bigint, OUT units jsonb)
LANGUAGE plpgsql AS $$
DECLARE v record; v_quote record; v_payer record; v_spend record; v_spend_ids uuid[]; v_periods timestamptz[];
  v_alerts boolean;
  v_ask_above bigint; v_approval uuid; v_plan uuid; v_term int; v_units jsonb;
BEGIN
  price := 0; base := 0; is_free := false;
  -- The wallet's lock comes first, so that concurrent calls of an account cannot exceed its limit together.
  SELECT posted_micros - held_micros, ask_above_micros INTO available, v_ask_above
    FROM wallet WHERE account_id = p_account FOR UPDATE;
  SELECT * INTO v_payer FROM payer_now(p_account, p_key, p_session);
  IF NOT v_payer.lives THEN outcome := 'unauthorized'; RETURN; END IF;
  SELECT * INTO v_quote
    FROM access_quote(p_account, p_admin AND v_payer.is_admin, p_skill, p_kind, p_operation, p_version);
  IF v_quote.access IS NULL THEN outcome := 'not_found'; RETURN; END IF;
  SELECT s.slug, s.owner_id, s.pseudonym_secret,
      -- Two secrets, separated by a space, while the grace after a rotation lasts: the call is signed with both.
      s.signing_secret || CASE WHEN s.previous_secret_ends_at > now() THEN ' ' || s.previous_secret
        ELSE '' END AS secrets,
      -- Only holds of live processes: those of a killed one must not block further calls.
      (SELECT count(*) FROM hold WHERE account_id = p_account AND state = 'held' AND expires_at > now()
        AND (process_id IS NULL
          OR process_id IN (SELECT id FROM process_lease WHERE expires_at > now()))) AS of_account,
      -- Of all accounts, counted without a lock: a burst may exceed the limit by a few.
      (SELECT count(*) FROM hold WHERE skill_id = p_skill AND state = 'held' AND expires_at > now()
        AND (process_id IS NULL OR process_id IN (SELECT id FROM process_lease WHERE expires_at > now()))) AS of_skill
    INTO v FROM skill s WHERE s.id = p_skill;
  IF NOT ('execute' = ANY(v_payer.scopes) AND (v_payer.skills = '{}' OR v.slug = ANY(v_payer.skills))) THEN
    outcome := 'key_scope'; RETURN;
  END IF;
  IF v_quote.access = 'not_allowed' THEN outcome := 'not_allowed'; RETURN; END IF;
  IF v.of_account >= p_max_account THEN outcome := 'account_busy'; RETURN; END IF;
  IF v.of_skill >= p_max_skill THEN outcome := 'skill_busy'; RETURN; END IF;
  price := v_quote.price;
  is_free := v_quote.access = 'free_calls';
  IF v_quote.access = 'none' THEN outcome := 'purchase_required'; RETURN; END IF;
  IF v_quote.access = 'used_up' THEN outcome := 'plan_used_up'; RETURN; END IF;
  -- A limit that is just the price of the call agrees to no units: at 0 the call would be free.
  IF p_max_price < price OR p_max_price = price AND v_quote.most > price THEN
    price := greatest(price, v_quote.most); outcome := 'price_changed'; RETURN;
  END IF;
  base := price; units := v_quote.units;
  price := least(v_quote.most, p_max_price);
  v_ask_above := CASE WHEN p_key IS NOT NULL THEN least(v_ask_above, v_payer.ask_above) END;
  IF price > v_ask_above THEN
    IF NOT approval_fits(p_approval, p_account, p_key, p_skill, p_version, price, p_digest) THEN
      outcome := 'approval_required'; limit_micros := v_ask_above; RETURN;
    END IF;
    v_approval := p_approval;
  END IF;
  -- A download that is being opened may yet be released, so another one waits until that is decided.
  IF p_kind = 'download' AND (price > 0 OR is_free) AND NOT v_quote.renews AND EXISTS (SELECT 1 FROM hold
      WHERE account_id = p_account AND skill_id = p_skill AND kind = 'download' AND state = 'held'
        AND (amount_micros > 0 OR free)) THEN
    outcome := 'being_opened'; RETURN;
  END IF;
  IF v_quote.renews THEN
    IF purchase_renew(v_quote.purchase_id, p_renewal_transaction, p_fee_bps, false) <> 'renewed' THEN
      outcome := 'purchase_required'; RETURN;
    END IF;
    PERFORM approval_spend(v_approval, price);
    v_approval := NULL; price := 0; base := 0;
    -- A term includes the units of one call, so that this one costs nothing more.
  END IF;
  IF is_free THEN
    PERFORM free_call_take(p_account, p_skill);
  END IF;
  IF price > 0 THEN
    IF available < price THEN outcome := 'insufficient_credits'; RETURN; END IF;
    v_spend := budgets_charge(p_account, p_key, p_skill, price, member_of_charge(p_key, p_session));
    IF v_spend.budget_id IS NOT NULL THEN
      outcome := 'budget_reached'; budget_id := v_spend.budget_id;
      limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros;
      RETURN;
    END IF;
    PERFORM approval_spend(v_approval, price);
    v_spend_ids := v_spend.spend_ids; v_periods := v_spend.spend_periods; v_alerts := v_spend.alerts;
  END IF;
  IF v_quote.counts THEN
    SELECT * INTO v_plan, v_term, v_units FROM plan_call_take(p_account, p_skill, units);
  END IF;
  INSERT INTO hold (id, account_id, skill_id, developer_id, key_id, spend_ids, spend_periods, amount_micros, free, kind,
    expires_at, process_id, skill_version, approval_id, operation,
    plan_purchase_id, plan_term, plan_units, budget_alerts)
    VALUES (p_hold, p_account, p_skill, v.owner_id, p_key, v_spend_ids, v_periods, price, is_free, p_kind,
    now() + p_ttl, p_process, p_version, v_approval, p_operation, v_plan, v_term,
    v_units, v_alerts);
  signing_secret := v.secrets;
  pseudonym_secret := v.pseudonym_secret;
  outcome := 'held';
END $$;
