-- Lock order of opening and closing a call: wallet, then hold, then free_call_use, then key_spend.
-- Opens a call as before, but counts what is in flight under the wallet's lock.
CREATE OR REPLACE FUNCTION execution_reserve(p_hold uuid, p_renewal_transaction uuid, p_account uuid, p_admin boolean, p_skill uuid, p_kind text,
  p_key uuid, p_key_prefix text, p_ttl interval, p_max_account int, p_max_skill int, p_fee_bps int,
  OUT outcome text, OUT price bigint, OUT is_free boolean, OUT available bigint, OUT limit_micros bigint, OUT spent_micros bigint, OUT signing_secret text,
  OUT pseudonym_secret text)
LANGUAGE plpgsql AS $$
DECLARE v_listing listing; v_skill skill; v_spend record; v_period timestamptz; v_purchase uuid;
BEGIN
  price := 0; is_free := false;
  SELECT * INTO v_skill FROM skill WHERE id = p_skill;
  SELECT * INTO v_listing FROM listing WHERE skill_id = p_skill;
  IF NOT FOUND THEN
    -- Off the marketplace: its owner, administrators and running purchases go on, and nobody begins anew.
    IF v_skill.unlisted_at IS NULL OR v_skill.live_revision_id IS NULL OR NOT (p_admin OR v_skill.owner_id = p_account OR EXISTS (
        SELECT 1 FROM purchase WHERE buyer_id = p_account AND skill_id = p_skill AND status = 'active' AND current_period_end > now())) THEN
      outcome := 'not_found'; RETURN;
    END IF;
    v_listing.skill_id := p_skill; v_listing.slug := v_skill.slug; v_listing.owner_id := v_skill.owner_id;
    v_listing.pricing_type := v_skill.pricing_type; v_listing.price_micros := v_skill.price_micros;
    v_listing.price_per_call_micros := v_skill.price_per_call_micros; v_listing.free_calls := v_skill.free_calls;
  END IF;
  -- The wallet's lock comes first, so that an account's calls are counted one after the other and none slips past its limit.
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  IF (SELECT count(*) FROM hold WHERE account_id = p_account AND state = 'held' AND expires_at > now()) >= p_max_account THEN
    outcome := 'account_busy'; RETURN;
  END IF;
  -- Of everybody together, counted without a lock: a burst of many accounts may pass it by a few.
  IF (SELECT count(*) FROM hold WHERE skill_id = p_skill AND state = 'held' AND expires_at > now()) >= p_max_skill THEN
    outcome := 'skill_busy'; RETURN;
  END IF;
  IF NOT (p_admin OR v_listing.owner_id = p_account) THEN
    IF v_listing.pricing_type = 'subscription' OR EXISTS (SELECT 1 FROM purchase
        WHERE buyer_id = p_account AND skill_id = p_skill AND status = 'active' AND current_period_end > now()) THEN
      SELECT id INTO v_purchase FROM purchase WHERE buyer_id = p_account AND skill_id = p_skill AND status = 'active'
        ORDER BY current_period_end DESC LIMIT 1;
      IF v_purchase IS NOT NULL THEN PERFORM purchase_renew(v_purchase, p_renewal_transaction, p_fee_bps); END IF;
      IF NOT EXISTS (SELECT 1 FROM purchase WHERE id = v_purchase AND status = 'active' AND current_period_end > now()) THEN
        outcome := 'purchase_required'; price := v_listing.price_micros; RETURN;
      END IF;
    ELSE
      IF v_listing.free_calls > coalesce((SELECT used FROM free_call_use WHERE account_id = p_account AND skill_id = p_skill), 0) THEN
        INSERT INTO free_call_use AS f (account_id, skill_id, used) VALUES (p_account, p_skill, 1)
          ON CONFLICT (account_id, skill_id) DO UPDATE SET used = f.used + 1 WHERE f.used < v_listing.free_calls;
        is_free := FOUND;
      END IF;
      IF NOT is_free THEN price := v_listing.price_per_call_micros; END IF;
      -- A download is a GET, which clients repeat and resume: within a day the same skill is paid for once.
      IF p_kind = 'download' AND price > 0 AND (
          EXISTS (SELECT 1 FROM hold WHERE account_id = p_account AND skill_id = p_skill AND kind = 'download' AND state = 'held' AND amount_micros > 0)
          OR EXISTS (SELECT 1 FROM usage_record WHERE account_id = p_account AND skill_id = p_skill AND kind = 'download' AND status = 'succeeded'
            AND cost_micros > 0 AND created_at > now() - interval '1 day')) THEN
        price := 0;
      END IF;
    END IF;
  END IF;
  IF price > 0 THEN
    SELECT posted_micros - held_micros INTO available FROM wallet WHERE account_id = p_account;
    IF available < price THEN outcome := 'insufficient_credits'; RETURN; END IF;
    v_spend := key_spend_take(p_key, price);
    IF NOT v_spend.taken THEN
      outcome := 'key_limit_reached'; limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros; RETURN;
    END IF;
    v_period := v_spend.period;
  END IF;
  INSERT INTO hold (id, account_id, skill_id, developer_id, key_id, key_period, amount_micros, free, kind, skill_slug, key_prefix, expires_at)
    VALUES (p_hold, p_account, p_skill, v_listing.owner_id, p_key, v_period, price, is_free, p_kind, v_listing.slug, p_key_prefix, now() + p_ttl);
  -- Two secrets, parted by a space, while the grace after a rotation lasts: the call is signed with both.
  signing_secret := v_skill.signing_secret || CASE WHEN v_skill.previous_secret_ends_at > now() THEN ' ' || v_skill.previous_secret ELSE '' END;
  pseudonym_secret := v_skill.pseudonym_secret;
  outcome := 'held';
END $$;
