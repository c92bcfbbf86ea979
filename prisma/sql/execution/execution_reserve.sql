-- Opens a call as before.
CREATE OR REPLACE FUNCTION execution_reserve(p_hold uuid, p_renewal_transaction uuid, p_account uuid, p_admin boolean, p_skill uuid, p_kind text,
  p_key uuid, p_key_prefix text, p_ttl interval, p_max_account int, p_max_skill int, p_fee_bps int,
  OUT outcome text, OUT price bigint, OUT is_free boolean, OUT available bigint, OUT limit_micros bigint, OUT spent_micros bigint, OUT signing_secret text,
  OUT pseudonym_secret text)
LANGUAGE plpgsql AS $$
DECLARE v record; v_spend record; v_period timestamptz; v_purchase uuid; v_repeats boolean;
BEGIN
  price := 0; is_free := false;
  -- The wallet's lock comes first, so that an account's calls are counted one after the other and none slips past its limit.
  SELECT posted_micros - held_micros INTO available FROM wallet WHERE account_id = p_account FOR UPDATE;
  SELECT s.slug, s.owner_id, s.pseudonym_secret, l.skill_id IS NOT NULL AS is_listed,
      s.unlisted_at IS NOT NULL AND s.live_revision_id IS NOT NULL AS is_unlisted,
      -- Two secrets, parted by a space, while the grace after a rotation lasts: the call is signed with both.
      s.signing_secret || CASE WHEN s.previous_secret_ends_at > now() THEN ' ' || s.previous_secret ELSE '' END AS secrets,
      CASE WHEN l.skill_id IS NULL THEN s.pricing_type ELSE l.pricing_type END AS pricing_type,
      CASE WHEN l.skill_id IS NULL THEN s.price_micros ELSE l.price_micros END AS price_micros,
      CASE WHEN l.skill_id IS NULL THEN s.price_per_call_micros ELSE l.price_per_call_micros END AS price_per_call_micros,
      CASE WHEN l.skill_id IS NULL THEN s.free_calls ELSE l.free_calls END AS free_calls,
      EXISTS (SELECT 1 FROM purchase WHERE buyer_id = p_account AND skill_id = p_skill AND status = 'active' AND current_period_end > now()) AS is_bought,
      (SELECT count(*) FROM hold WHERE account_id = p_account AND state = 'held' AND expires_at > now()) AS of_account,
      -- Of everybody together, counted without a lock: a burst of many accounts may pass it by a few.
      (SELECT count(*) FROM hold WHERE skill_id = p_skill AND state = 'held' AND expires_at > now()) AS of_skill,
      (SELECT credit_limit_micros FROM api_key WHERE id = p_key) IS NOT NULL AS is_key_limited
    INTO v FROM skill s LEFT JOIN listing l ON l.skill_id = s.id WHERE s.id = p_skill;
  -- Off the marketplace: its owner, administrators and running purchases go on, and nobody begins anew.
  IF NOT FOUND OR NOT (v.is_listed OR v.is_unlisted AND (p_admin OR v.owner_id = p_account OR v.is_bought)) THEN
    outcome := 'not_found'; RETURN;
  END IF;
  IF v.of_account >= p_max_account THEN outcome := 'account_busy'; RETURN; END IF;
  IF v.of_skill >= p_max_skill THEN outcome := 'skill_busy'; RETURN; END IF;
  IF NOT (p_admin OR v.owner_id = p_account) THEN
    IF v.pricing_type = 'subscription' OR v.is_bought THEN
      SELECT id INTO v_purchase FROM purchase WHERE buyer_id = p_account AND skill_id = p_skill AND status = 'active';
      -- A purchase that cannot be renewed is ended by the job, which tells its buyer.
      IF v_purchase IS NOT NULL THEN PERFORM purchase_renew(v_purchase, p_renewal_transaction, p_fee_bps, false); END IF;
      IF NOT EXISTS (SELECT 1 FROM purchase WHERE id = v_purchase AND status = 'active' AND current_period_end > now()) THEN
        outcome := 'purchase_required'; price := v.price_micros; RETURN;
      END IF;
    ELSE
      -- A download is a GET, which clients repeat and resume: within a day of one that was let through, free or paid, it is the same
      -- download. One that is open may yet be given back, so another waits until that is decided.
      v_repeats := p_kind = 'download' AND EXISTS (SELECT 1 FROM usage_record WHERE account_id = p_account AND skill_id = p_skill
        AND kind = 'download' AND status = 'succeeded' AND (cost_micros > 0 OR free) AND created_at > now() - interval '1 day');
      IF NOT v_repeats THEN
        IF p_kind = 'download' AND EXISTS (SELECT 1 FROM hold WHERE account_id = p_account AND skill_id = p_skill AND kind = 'download'
            AND state = 'held' AND (amount_micros > 0 OR free)) THEN
          outcome := 'being_opened'; RETURN;
        END IF;
        IF v.free_calls > 0 AND v.free_calls > coalesce((SELECT used FROM free_call_use WHERE account_id = p_account AND skill_id = p_skill), 0) THEN
          INSERT INTO free_call_use AS f (account_id, skill_id, used) VALUES (p_account, p_skill, 1)
            ON CONFLICT (account_id, skill_id) DO UPDATE SET used = f.used + 1 WHERE f.used < v.free_calls;
          is_free := FOUND;
        END IF;
        IF NOT is_free THEN price := v.price_per_call_micros; END IF;
      END IF;
    END IF;
  END IF;
  IF price > 0 THEN
    IF available < price THEN outcome := 'insufficient_credits'; RETURN; END IF;
    IF v.is_key_limited THEN
      v_spend := key_spend_take(p_key, price);
      IF NOT v_spend.taken THEN
        outcome := 'key_limit_reached'; limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros; RETURN;
      END IF;
      v_period := v_spend.period;
    END IF;
  END IF;
  INSERT INTO hold (id, account_id, skill_id, developer_id, key_id, key_period, amount_micros, free, kind, skill_slug, key_prefix, expires_at)
    VALUES (p_hold, p_account, p_skill, v.owner_id, p_key, v_period, price, is_free, p_kind, v.slug, p_key_prefix, now() + p_ttl);
  signing_secret := v.secrets;
  pseudonym_secret := v.pseudonym_secret;
  outcome := 'held';
END $$;
