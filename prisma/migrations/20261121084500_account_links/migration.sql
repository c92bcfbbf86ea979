-- CreateTable
CREATE TABLE "link_request" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "link_request_due_at_idx" ON "link_request"("due_at");

ALTER TABLE link_request ADD CONSTRAINT link_request_purpose CHECK (purpose IN ('verify-email', 'reset-password'));

-- A purchase and the closing of its seller's account wait for each other, so that nobody pays for what has just left.
CREATE FUNCTION purchase_of_listed_skill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM listing WHERE skill_id = NEW.skill_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the skill is not on the marketplace' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'purchase_of_listed_skill';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER purchase_of_listed_skill BEFORE INSERT ON purchase FOR EACH ROW EXECUTE FUNCTION purchase_of_listed_skill();

-- What stands in the way of closing an account, and what would be given up. The locks of the payout account and of the wallet
-- come first, as everywhere.
CREATE FUNCTION account_closing(p_account uuid, OUT calls int, OUT payments int, OUT payouts int, OUT subscribers jsonb, OUT credits bigint, OUT earnings bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payout_account WHERE account_id = p_account FOR UPDATE;
  SELECT posted_micros - held_micros INTO credits FROM wallet WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM listing WHERE owner_id = p_account ORDER BY skill_id FOR UPDATE;
  SELECT count(*) INTO calls FROM hold WHERE account_id = p_account AND state = 'held';
  SELECT count(*) INTO payments FROM topup_order WHERE account_id = p_account AND state = 'processing';
  SELECT count(*) INTO payouts FROM payout WHERE developer_id = p_account AND state IN ('pending', 'in_transit', 'returning');
  SELECT coalesce(jsonb_agg(jsonb_build_object('slug', b.slug, 'count', b.count, 'until', b.until) ORDER BY b.slug), '[]') INTO subscribers
    FROM (SELECT s.slug, count(*) AS count, max(p.current_period_end) AS until FROM skill s JOIN purchase p ON p.skill_id = s.id
      WHERE s.owner_id = p_account AND p.buyer_id <> p_account AND p.status = 'active' AND p.current_period_end > now() GROUP BY s.slug) AS b;
  SELECT coalesce(sum(amount_micros), 0) INTO earnings FROM ledger_entry WHERE account = 'earnings' AND owner_id = p_account;
END $$;

-- Closes an account: its skills leave the marketplace, its keys and sessions end, and nothing that names a person stays. The
-- ledger, purchases, usage, payments, audit and what buyers need of its skills stay, under an account without a name.
CREATE FUNCTION account_close(p_account uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_email text;
BEGIN
  SELECT email INTO v_email FROM account WHERE id = p_account AND closed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM listing WHERE owner_id = p_account;
  UPDATE skill_revision SET status = 'superseded' WHERE status = 'pending' AND skill_id IN (SELECT id FROM skill WHERE owner_id = p_account);
  UPDATE skill SET live_revision_id = NULL, status = 'draft', unlisted_at = coalesce(unlisted_at, now()), updated_at = now() WHERE owner_id = p_account;
  UPDATE purchase SET auto_renew = false WHERE buyer_id = p_account AND status = 'active';
  UPDATE api_key SET active = false, revoked_at = coalesce(revoked_at, now()), name = NULL WHERE account_id = p_account;
  DELETE FROM session WHERE account_id = p_account;
  DELETE FROM credential WHERE owner_id = p_account;
  DELETE FROM two_factor WHERE account_id = p_account;
  DELETE FROM verification WHERE value = p_account::text OR value LIKE p_account || ' %';
  DELETE FROM link_request WHERE email = v_email;
  DELETE FROM idempotency_record WHERE account_id = p_account;
  DELETE FROM notification WHERE account_id = p_account;
  DELETE FROM auto_topup WHERE account_id = p_account;
  UPDATE payout_account SET processor_account_id = NULL, country = NULL, payouts_enabled = false, is_monthly = false, due = '{}' WHERE account_id = p_account;
  UPDATE wallet SET notice_below_micros = NULL, topup_below_micros = NULL WHERE account_id = p_account;
  UPDATE account SET email = 'closed-' || id || '@closed.invalid', name = 'Closed account', image = NULL, email_verified = false,
    two_factor_enabled = false, role = 'user', closed_at = now(), updated_at = now() WHERE id = p_account;
  RETURN true;
END $$;
