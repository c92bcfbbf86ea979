-- Rules that PostgreSQL keeps whatever the code does, and the functions that move credits in one round trip.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Vocabularies.
ALTER TABLE account ADD CONSTRAINT account_role CHECK (role IN ('user', 'admin')),
  ADD CONSTRAINT account_email_normal CHECK (email = lower(btrim(email)));
ALTER TABLE skill ADD CONSTRAINT skill_status CHECK (status IN ('draft', 'pending', 'approved', 'rejected')),
  ADD CONSTRAINT skill_pricing CHECK (pricing_type IN ('subscription', 'usage')),
  ADD CONSTRAINT skill_interval CHECK (subscription_interval IN ('day', 'week', 'month', 'year')),
  ADD CONSTRAINT skill_prices CHECK (price_micros >= 0 AND price_per_call_micros >= 0 AND free_calls >= 0);
ALTER TABLE skill_revision ADD CONSTRAINT skill_revision_status CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'superseded')),
  ADD CONSTRAINT skill_revision_execution CHECK (execution_type IN ('api', 'download', 'both'));
ALTER TABLE skill_review ADD CONSTRAINT skill_review_rating CHECK (rating BETWEEN 1 AND 5);
CREATE UNIQUE INDEX skill_one_pending_revision ON skill_revision (skill_id) WHERE status = 'pending';

-- What a reviewer judged can never change afterwards.
CREATE FUNCTION skill_revision_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'draft' AND (OLD.name, OLD.description, OLD.category, OLD.readme, OLD.execution_type, OLD.api_endpoint, OLD.api_schema::jsonb, OLD.package_id)
     IS DISTINCT FROM (NEW.name, NEW.description, NEW.category, NEW.readme, NEW.execution_type, NEW.api_endpoint, NEW.api_schema::jsonb, NEW.package_id) THEN
    RAISE EXCEPTION 'a submitted revision cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER skill_revision_frozen BEFORE UPDATE ON skill_revision FOR EACH ROW EXECUTE FUNCTION skill_revision_frozen();

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER skill_package_append_only BEFORE UPDATE OR DELETE ON skill_package FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER review_event_append_only BEFORE UPDATE OR DELETE ON review_event FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION append_only();

-- Ledger: append-only, balanced, unique per source.
CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_transaction_no_truncate BEFORE TRUNCATE ON ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION append_only();
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_non_zero CHECK (amount_micros <> 0),
  ADD CONSTRAINT ledger_entry_account CHECK (account IN ('wallet', 'earnings', 'fees', 'processor', 'receivable', 'grants')),
  ADD CONSTRAINT ledger_entry_owner CHECK ((account IN ('wallet', 'earnings')) = (owner_id IS NOT NULL) OR account = 'receivable');

CREATE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_micros) FROM ledger_entry WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'the entries of transaction % do not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entries_balance();

-- Wallets follow entries and holds.
ALTER TABLE wallet ADD CONSTRAINT wallet_not_overdrawn CHECK (posted_micros - held_micros >= 0),
  ADD CONSTRAINT wallet_held CHECK (held_micros >= 0);
CREATE FUNCTION wallet_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_open AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION wallet_open();

CREATE FUNCTION wallet_follow_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet SET posted_micros = posted_micros + NEW.amount_micros WHERE account_id = NEW.owner_id
    RETURNING posted_micros INTO STRICT NEW.balance_after_micros;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_follow_entry BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN (NEW.account = 'wallet') EXECUTE FUNCTION wallet_follow_entry();

ALTER TABLE hold ADD CONSTRAINT hold_state CHECK (state IN ('held', 'captured', 'released')),
  ADD CONSTRAINT hold_amount CHECK (amount_micros >= 0 AND NOT (free AND amount_micros > 0)),
  ADD CONSTRAINT hold_kind CHECK (kind IN ('execute', 'download')),
  ADD CONSTRAINT hold_closed CHECK ((state = 'held') = (closed_at IS NULL));
CREATE INDEX hold_open_by_account ON hold (account_id) WHERE state = 'held';
CREATE INDEX hold_open_by_skill ON hold (skill_id) WHERE state = 'held';
CREATE INDEX hold_open_by_expiry ON hold (expires_at) WHERE state = 'held';

CREATE FUNCTION wallet_follow_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'held' THEN RAISE EXCEPTION 'a hold begins as held' USING ERRCODE = 'check_violation'; END IF;
    IF NEW.amount_micros > 0 THEN
      UPDATE wallet SET held_micros = held_micros + NEW.amount_micros WHERE account_id = NEW.account_id;
    END IF;
  ELSE
    IF OLD.state <> 'held' OR NEW.state = 'held' OR (OLD.amount_micros, OLD.account_id, OLD.free) IS DISTINCT FROM (NEW.amount_micros, NEW.account_id, NEW.free) THEN
      RAISE EXCEPTION 'a hold moves once, from held to captured or released' USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.amount_micros > 0 THEN
      UPDATE wallet SET held_micros = held_micros - OLD.amount_micros WHERE account_id = OLD.account_id;
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_follow_hold BEFORE INSERT OR UPDATE ON hold FOR EACH ROW EXECUTE FUNCTION wallet_follow_hold();

ALTER TABLE purchase ADD CONSTRAINT purchase_status CHECK (status IN ('active', 'cancelled', 'expired')),
  ADD CONSTRAINT purchase_interval CHECK (interval IN ('day', 'week', 'month', 'year')),
  ADD CONSTRAINT purchase_price CHECK (price_micros >= 0),
  ADD CONSTRAINT purchase_period CHECK (current_period_end > started_at),
  ADD CONSTRAINT purchase_one_running EXCLUDE USING gist (buyer_id WITH =, skill_id WITH =, tstzrange(started_at, current_period_end) WITH &&);
CREATE INDEX purchase_due ON purchase (current_period_end) WHERE status = 'active';

ALTER TABLE topup_order ADD CONSTRAINT topup_order_state CHECK (state IN ('created', 'open', 'processing', 'paid', 'failed', 'expired')),
  ADD CONSTRAINT topup_order_amounts CHECK (amount_cents > 0 AND credits_micros = amount_cents * 10000 AND refunded_cents >= 0 AND disputed_cents >= 0),
  ADD CONSTRAINT topup_order_reversed CHECK (reversed_micros BETWEEN 0 AND credits_micros);
CREATE INDEX payment_event_unprocessed ON payment_event (received_at) WHERE processed_at IS NULL;

ALTER TABLE api_key ADD CONSTRAINT api_key_limit CHECK ((credit_limit_micros IS NULL) = (credit_limit_interval IS NULL) AND credit_limit_micros >= 0),
  ADD CONSTRAINT api_key_interval CHECK (credit_limit_interval IN ('day', 'week', 'month', 'total'));
ALTER TABLE key_spend ADD CONSTRAINT key_spend_amount CHECK (spent_micros >= 0);

-- Usage: one partition a month, made ahead of time; the default one only catches what a stopped job would lose.
ALTER TABLE usage_record ADD CONSTRAINT usage_record_kind CHECK (kind IN ('execute', 'download')),
  ADD CONSTRAINT usage_record_status CHECK (status IN ('succeeded', 'failed')),
  ADD CONSTRAINT usage_record_cost CHECK (cost_micros >= 0);
CREATE TABLE usage_record_default PARTITION OF usage_record DEFAULT;
CREATE FUNCTION usage_partitions_ensure(p_from timestamptz, p_months int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v_start timestamp; v_name text; v_made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('usage_partitions_ensure'));
  FOR i IN 0..p_months LOOP
    v_start := date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i);
    v_name := 'usage_record_' || to_char(v_start, 'YYYY_MM');
    IF to_regclass(v_name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF usage_record FOR VALUES FROM (%L) TO (%L)', v_name,
        v_start AT TIME ZONE 'UTC', (v_start + interval '1 month') AT TIME ZONE 'UTC');
      v_made := v_made + 1;
    END IF;
  END LOOP;
  RETURN v_made;
END $$;
SELECT usage_partitions_ensure(now(), 3);

-- The marketplace's cut, rounded down; the rest is the developer's, so that both always sum to the price.
CREATE FUNCTION marketplace_fee(p_price bigint, p_fee_bps int) RETURNS bigint LANGUAGE sql IMMUTABLE AS
$$ SELECT (p_price * p_fee_bps) / 10000 $$;

-- One sale: the buyer's wallet pays, the developer earns, the marketplace keeps its fee. Posts nothing twice.
CREATE FUNCTION ledger_post_sale(p_id uuid, p_kind text, p_source_type text, p_source_id text, p_subject text,
  p_buyer uuid, p_developer uuid, p_price bigint, p_fee_bps int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_fee bigint := marketplace_fee(p_price, p_fee_bps);
BEGIN
  IF p_price = 0 THEN RETURN; END IF;
  INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject) VALUES (p_id, p_kind, p_source_type, p_source_id, p_subject);
  INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros)
    SELECT p_id, e.account, e.owner_id, e.amount
    FROM (VALUES ('wallet', p_buyer, -p_price), ('earnings', p_developer, p_price - v_fee), ('fees', NULL::uuid, v_fee)) AS e (account, owner_id, amount)
    WHERE e.amount <> 0;
END $$;

-- Any other movement: balanced entries under one source. Returns false, and does nothing, when the source has posted before.
CREATE FUNCTION ledger_post(p_id uuid, p_kind text, p_source_type text, p_source_id text, p_subject text,
  p_accounts text[], p_owners uuid[], p_amounts bigint[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject) VALUES (p_id, p_kind, p_source_type, p_source_id, p_subject)
    ON CONFLICT (source_type, source_id) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros)
    SELECT p_id, account, owner_id, amount FROM unnest(p_accounts, p_owners, p_amounts) AS e (account, owner_id, amount) WHERE amount <> 0;
  RETURN true;
END $$;

-- Counts an amount against the limit of a key, or refuses it. The caller holds the wallet's lock already.
CREATE FUNCTION key_spend_take(p_key uuid, p_amount bigint, OUT taken boolean, OUT period timestamptz, OUT limit_micros bigint, OUT spent_micros bigint)
LANGUAGE plpgsql AS $$
DECLARE v_interval text;
BEGIN
  taken := true;
  IF p_key IS NULL OR p_amount = 0 THEN RETURN; END IF;
  SELECT k.credit_limit_micros, k.credit_limit_interval INTO limit_micros, v_interval FROM api_key k WHERE k.id = p_key;
  IF limit_micros IS NULL THEN RETURN; END IF;
  period := CASE v_interval WHEN 'total' THEN 'epoch'::timestamptz ELSE date_trunc(v_interval, now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END;
  IF p_amount <= limit_micros THEN
    INSERT INTO key_spend AS s (key_id, period_start, spent_micros) VALUES (p_key, period, p_amount)
      ON CONFLICT (key_id, period_start) DO UPDATE SET spent_micros = s.spent_micros + excluded.spent_micros
      WHERE s.spent_micros + excluded.spent_micros <= limit_micros;
    taken := FOUND;
  ELSE
    taken := false;
  END IF;
  IF NOT taken THEN
    SELECT coalesce(max(s.spent_micros), 0) INTO spent_micros FROM key_spend s WHERE s.key_id = p_key AND s.period_start = period;
  END IF;
END $$;

-- The end of term n of a subscription: calendar terms in UTC, counted from the anchor (31 January + 1 month is the last of February, + 2 the 31 March).
CREATE FUNCTION term_end(p_anchor timestamptz, p_interval text, p_term int) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
$$ SELECT (p_anchor AT TIME ZONE 'UTC' + p_term * ('1 ' || p_interval)::interval) AT TIME ZONE 'UTC' $$;

-- Buys a subscription, or finds the running one. The wallet's lock comes first, so one buyer's purchases happen one after the other.
CREATE FUNCTION purchase_buy(p_id uuid, p_transaction_id uuid, p_buyer uuid, p_slug text, p_key uuid, p_max_price bigint,
  p_auto_renew boolean, p_fee_bps int, OUT outcome text, OUT price bigint, OUT name text, OUT posted bigint, OUT held bigint,
  OUT limit_micros bigint, OUT spent_micros bigint, OUT bought purchase)
LANGUAGE plpgsql AS $$
DECLARE v_listing listing; v_spend record;
BEGIN
  SELECT posted_micros, held_micros INTO posted, held FROM wallet WHERE account_id = p_buyer FOR UPDATE;
  SELECT * INTO v_listing FROM listing WHERE slug = p_slug;
  IF NOT FOUND THEN outcome := 'not_found'; RETURN; END IF;
  name := v_listing.name;
  IF v_listing.owner_id = p_buyer THEN outcome := 'own_skill'; RETURN; END IF;
  SELECT * INTO bought FROM purchase p
    WHERE p.buyer_id = p_buyer AND p.skill_id = v_listing.skill_id AND p.current_period_end > now() AND p.status = 'active';
  IF FOUND THEN outcome := 'already_owned'; RETURN; END IF;
  IF v_listing.pricing_type <> 'subscription' THEN outcome := 'not_purchasable'; RETURN; END IF;
  price := v_listing.price_micros;
  IF price > p_max_price THEN outcome := 'price_changed'; RETURN; END IF;
  IF price > posted - held THEN outcome := 'insufficient_credits'; RETURN; END IF;
  v_spend := key_spend_take(p_key, price);
  IF NOT v_spend.taken THEN
    outcome := 'key_limit_reached'; limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros; RETURN;
  END IF;
  UPDATE purchase SET status = CASE WHEN auto_renew THEN 'expired' ELSE 'cancelled' END, ended_at = current_period_end
    WHERE buyer_id = p_buyer AND skill_id = v_listing.skill_id AND status = 'active';
  INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, auto_renew, anchor_at, started_at, current_period_end, key_id)
    VALUES (p_id, p_buyer, v_listing.skill_id, v_listing.owner_id, price, v_listing.subscription_interval, p_auto_renew, now(), now(),
      term_end(now(), v_listing.subscription_interval, 1), p_key) RETURNING * INTO bought;
  PERFORM ledger_post_sale(p_transaction_id, 'purchase', 'purchase', p_id || ':1', v_listing.slug, p_buyer, v_listing.owner_id, price, p_fee_bps);
  outcome := 'bought'; posted := posted - price;
END $$;

-- Ends or renews a purchase whose period is over. Safe to run twice and from two processes: the wallet's lock orders them.
CREATE FUNCTION purchase_renew(p_purchase uuid, p_transaction_id uuid, p_fee_bps int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v purchase; v_slug text; v_available bigint; v_term int;
BEGIN
  SELECT * INTO v FROM purchase WHERE id = p_purchase;
  IF NOT FOUND THEN RETURN 'not_due'; END IF;
  SELECT posted_micros - held_micros INTO v_available FROM wallet WHERE account_id = v.buyer_id FOR UPDATE;
  SELECT * INTO v FROM purchase WHERE id = p_purchase FOR UPDATE;
  IF v.status <> 'active' OR v.current_period_end > now() THEN RETURN 'not_due'; END IF;
  SELECT slug INTO v_slug FROM listing WHERE skill_id = v.skill_id;
  IF NOT v.auto_renew THEN
    UPDATE purchase SET status = 'cancelled', ended_at = current_period_end WHERE id = v.id;
    RETURN 'cancelled';
  END IF;
  IF v_slug IS NULL OR v_available < v.price_micros THEN
    UPDATE purchase SET status = 'expired', ended_at = current_period_end WHERE id = v.id;
    RETURN 'lapsed';
  END IF;
  v_term := v.term + 1;
  WHILE term_end(v.anchor_at, v.interval, v_term) <= now() LOOP v_term := v_term + 1; END LOOP;
  UPDATE purchase SET term = v_term, current_period_end = term_end(anchor_at, interval, v_term) WHERE id = v.id;
  PERFORM ledger_post_sale(p_transaction_id, 'renewal', 'purchase', v.id || ':' || v_term, v_slug, v.buyer_id, v.developer_id, v.price_micros, p_fee_bps);
  RETURN 'renewed';
END $$;

-- Lock order of the three functions below: free_call_use, else wallet, then key_spend; never a wallet under free_call_use's lock and back.
-- Opens a call: checks access, takes a free call or holds the price, and counts what is in flight.
CREATE FUNCTION execution_reserve(p_hold uuid, p_renewal_transaction uuid, p_account uuid, p_admin boolean, p_skill uuid, p_kind text,
  p_key uuid, p_key_prefix text, p_ttl interval, p_max_account int, p_max_skill int, p_fee_bps int,
  OUT outcome text, OUT price bigint, OUT is_free boolean, OUT available bigint, OUT limit_micros bigint, OUT spent_micros bigint, OUT signing_secret text)
LANGUAGE plpgsql AS $$
DECLARE v_listing listing; v_spend record; v_period timestamptz; v_purchase uuid;
BEGIN
  price := 0; is_free := false;
  SELECT * INTO v_listing FROM listing WHERE skill_id = p_skill;
  IF NOT FOUND THEN outcome := 'not_found'; RETURN; END IF;
  IF (SELECT count(*) FROM hold WHERE account_id = p_account AND state = 'held' AND expires_at > now()) >= p_max_account THEN
    outcome := 'account_busy'; RETURN;
  END IF;
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
    SELECT posted_micros - held_micros INTO available FROM wallet WHERE account_id = p_account FOR UPDATE;
    IF available < price THEN outcome := 'insufficient_credits'; RETURN; END IF;
    v_spend := key_spend_take(p_key, price);
    IF NOT v_spend.taken THEN
      outcome := 'key_limit_reached'; limit_micros := v_spend.limit_micros; spent_micros := v_spend.spent_micros; RETURN;
    END IF;
    v_period := v_spend.period;
  END IF;
  INSERT INTO hold (id, account_id, skill_id, developer_id, key_id, key_period, amount_micros, free, kind, skill_slug, key_prefix, expires_at)
    VALUES (p_hold, p_account, p_skill, v_listing.owner_id, p_key, v_period, price, is_free, p_kind, v_listing.slug, p_key_prefix, now() + p_ttl);
  SELECT s.signing_secret INTO signing_secret FROM skill s WHERE s.id = p_skill;
  outcome := 'held';
END $$;

-- What a stored answer says, kept under its key for retries. Only the process that claimed the key may complete it.
CREATE FUNCTION idempotency_complete(p_account uuid, p_key text, p_token uuid, p_status int, p_body text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_record SET status = p_status, body = p_body, completed_at = now()
    WHERE account_id = p_account AND key = p_key AND token = p_token AND completed_at IS NULL;
  RETURN FOUND;
END $$;

CREATE FUNCTION balance_json(p_posted bigint, p_held bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT format('{"balance":%s,"held":%s,"available":%s,"currency":"credits"}', trim_scale(p_posted::numeric / 1000000),
   trim_scale(p_held::numeric / 1000000), trim_scale((p_posted - p_held)::numeric / 1000000)) $$;

-- Closes a call that succeeded: captures the hold, posts the sale, writes the usage row and the stored answer.
-- p_body is the answer up to its balance, which is known only here.
CREATE FUNCTION execution_settle(p_hold uuid, p_account uuid, p_transaction_id uuid, p_usage uuid, p_duration_ms int, p_fee_bps int,
  p_at timestamptz, p_idempotency_key text, p_idempotency_token uuid, p_body text, OUT settled boolean, OUT posted bigint, OUT held bigint)
LANGUAGE plpgsql AS $$
DECLARE v hold;
BEGIN
  IF (SELECT amount_micros > 0 FROM hold WHERE id = p_hold) THEN
    PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  END IF;
  UPDATE hold SET state = 'captured', closed_at = now() WHERE id = p_hold AND state = 'held' RETURNING * INTO v;
  settled := FOUND;
  IF NOT settled THEN RETURN; END IF;
  PERFORM ledger_post_sale(p_transaction_id, v.kind, 'hold', v.id::text, v.skill_slug, v.account_id, v.developer_id, v.amount_micros, p_fee_bps);
  INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, key_prefix, key_id, hold_id, created_at)
    VALUES (p_usage, v.account_id, v.skill_id, v.skill_slug, v.developer_id, v.kind, 'succeeded', v.amount_micros, v.free, p_duration_ms, v.key_prefix, v.key_id, v.id, p_at);
  SELECT posted_micros, held_micros INTO posted, held FROM wallet WHERE account_id = p_account;
  IF p_idempotency_key IS NOT NULL THEN
    PERFORM idempotency_complete(p_account, p_idempotency_key, p_idempotency_token, 200, p_body || ',"balance":' || balance_json(posted, held) || '}');
  END IF;
END $$;

-- Closes a call that failed, or that nobody closed in time: everything taken is given back. Without p_usage it leaves no trace.
CREATE FUNCTION execution_release(p_hold uuid, p_account uuid, p_usage uuid, p_error_code text, p_duration_ms int, p_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v hold;
BEGIN
  IF (SELECT amount_micros > 0 FROM hold WHERE id = p_hold) THEN
    PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  END IF;
  UPDATE hold SET state = 'released', closed_at = now() WHERE id = p_hold AND account_id = p_account AND state = 'held' RETURNING * INTO v;
  IF NOT FOUND THEN RETURN false; END IF;
  IF v.free THEN
    UPDATE free_call_use SET used = used - 1 WHERE account_id = v.account_id AND skill_id = v.skill_id;
  END IF;
  IF v.key_period IS NOT NULL AND v.amount_micros > 0 THEN
    UPDATE key_spend SET spent_micros = spent_micros - v.amount_micros WHERE key_id = v.key_id AND period_start = v.key_period;
  END IF;
  IF p_usage IS NULL THEN RETURN true; END IF;
  INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, error_code, duration_ms, key_prefix, key_id, hold_id, created_at)
    VALUES (p_usage, v.account_id, v.skill_id, v.skill_slug, v.developer_id, v.kind, 'failed', 0, v.free, p_error_code, p_duration_ms, v.key_prefix, v.key_id, v.id, p_at);
  RETURN true;
END $$;
