-- At most one purchase of a skill by a buyer is active. That was so by the functions alone, and they looked for the latest
-- one, for which a plan made on a small table read every active purchase there is.
CREATE UNIQUE INDEX purchase_one_active ON purchase (buyer_id, skill_id) WHERE status = 'active';

-- The same index stood twice.
DROP INDEX purchase_running_by_skill;

-- Buys a subscription as before.
CREATE OR REPLACE FUNCTION purchase_buy(p_id uuid, p_transaction_id uuid, p_buyer uuid, p_slug text, p_key uuid, p_max_price bigint,
  p_auto_renew boolean, p_fee_bps int, OUT outcome text, OUT price bigint, OUT name text, OUT posted bigint, OUT held bigint,
  OUT limit_micros bigint, OUT spent_micros bigint, OUT bought purchase)
LANGUAGE plpgsql AS $$
DECLARE v record; v_spend record; v_fee bigint;
BEGIN
  SELECT posted_micros, held_micros INTO posted, held FROM wallet WHERE account_id = p_buyer FOR UPDATE;
  SELECT l.skill_id, l.slug, l.name, l.owner_id, l.pricing_type, l.price_micros, l.subscription_interval INTO v FROM listing l WHERE l.slug = p_slug;
  IF NOT FOUND THEN outcome := 'not_found'; RETURN; END IF;
  name := v.name;
  IF v.owner_id = p_buyer THEN outcome := 'own_skill'; RETURN; END IF;
  -- It may be over without the renewals having come by.
  SELECT * INTO bought FROM purchase p WHERE p.buyer_id = p_buyer AND p.skill_id = v.skill_id AND p.status = 'active';
  IF bought.current_period_end > now() THEN outcome := 'already_owned'; RETURN; END IF;
  IF v.pricing_type <> 'subscription' THEN outcome := 'not_purchasable'; RETURN; END IF;
  price := v.price_micros;
  IF price > p_max_price THEN outcome := 'price_changed'; RETURN; END IF;
  IF price > posted - held THEN outcome := 'insufficient_credits'; RETURN; END IF;
  IF p_key IS NOT NULL THEN
    v_spend := key_spend_take(p_key, price);
    IF NOT v_spend.taken THEN
      outcome := 'key_limit_reached'; limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros; RETURN;
    END IF;
  END IF;
  IF bought.id IS NOT NULL THEN
    UPDATE purchase SET status = CASE WHEN auto_renew THEN 'expired' ELSE 'cancelled' END, ended_at = current_period_end
      WHERE id = bought.id;
  END IF;
  INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, auto_renew, anchor_at, started_at, current_period_end, key_id)
    VALUES (p_id, p_buyer, v.skill_id, v.owner_id, price, v.subscription_interval, p_auto_renew, now(), now(),
      term_end(now(), v.subscription_interval, 1), p_key) RETURNING * INTO bought;
  v_fee := ledger_post_sale(p_transaction_id, 'purchase', 'purchase', p_id || ':1', v.slug, p_buyer, v.owner_id, price, p_fee_bps);
  outcome := 'bought'; posted := posted - price;
END $$;

-- Opens a call as before.
CREATE OR REPLACE FUNCTION execution_reserve(p_hold uuid, p_renewal_transaction uuid, p_account uuid, p_admin boolean, p_skill uuid, p_kind text,
  p_key uuid, p_key_prefix text, p_ttl interval, p_max_account int, p_max_skill int, p_fee_bps int,
  OUT outcome text, OUT price bigint, OUT is_free boolean, OUT available bigint, OUT limit_micros bigint, OUT spent_micros bigint, OUT signing_secret text,
  OUT pseudonym_secret text)
LANGUAGE plpgsql AS $$
DECLARE v record; v_spend record; v_period timestamptz; v_purchase uuid;
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
      IF v.free_calls > 0 AND v.free_calls > coalesce((SELECT used FROM free_call_use WHERE account_id = p_account AND skill_id = p_skill), 0) THEN
        INSERT INTO free_call_use AS f (account_id, skill_id, used) VALUES (p_account, p_skill, 1)
          ON CONFLICT (account_id, skill_id) DO UPDATE SET used = f.used + 1 WHERE f.used < v.free_calls;
        is_free := FOUND;
      END IF;
      IF NOT is_free THEN price := v.price_per_call_micros; END IF;
      -- A download is a GET, which clients repeat and resume: within a day the same skill is paid for once. What is held now may
      -- yet be given back, so another download waits until that is decided.
      IF p_kind = 'download' AND price > 0 THEN
        IF EXISTS (SELECT 1 FROM usage_record WHERE account_id = p_account AND skill_id = p_skill AND kind = 'download' AND status = 'succeeded'
            AND cost_micros > 0 AND created_at > now() - interval '1 day') THEN
          price := 0;
        ELSIF EXISTS (SELECT 1 FROM hold WHERE account_id = p_account AND skill_id = p_skill AND kind = 'download' AND state = 'held' AND amount_micros > 0) THEN
          outcome := 'being_paid'; RETURN;
        END IF;
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
