-- Closes an account: its listings, keys, sessions, credentials, passkeys, favorites, votes for requested skills,
-- notifications and saved card go, its name, email and handle are replaced. Receipts that were issued keep the name.
-- Call account_closing_lock first.
CREATE OR REPLACE FUNCTION account_close(p_account uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_email text;
BEGIN
  SELECT email INTO v_email FROM account WHERE id = p_account AND closed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM listing WHERE owner_id = p_account;
  UPDATE skill_revision SET status = 'superseded' WHERE status = 'pending'
    AND skill_id IN (SELECT id FROM skill WHERE owner_id = p_account);
  UPDATE skill SET live_revision_id = NULL, status = 'draft', unlisted_at = coalesce(unlisted_at, now()),
    updated_at = now() WHERE owner_id = p_account;
  UPDATE purchase SET auto_renew = false WHERE buyer_id = p_account AND status = 'active';
  UPDATE refund_request SET state = 'closed', decided_at = now(), reason = '' WHERE buyer_id = p_account
    AND state IN ('open', 'declined', 'escalated');
  PERFORM account_access_end(p_account);
  DELETE FROM budget_spend s USING budget b WHERE s.spend_id = b.spend_id AND b.kind = 'member'
    AND b.subject_id = p_account
    AND b.account_id IN (SELECT organization_id FROM membership WHERE person_id = p_account);
  DELETE FROM budget WHERE kind = 'member' AND subject_id = p_account
    AND account_id IN (SELECT organization_id FROM membership WHERE person_id = p_account);
  DELETE FROM allowed_skill WHERE account_id = p_account;
  DELETE FROM skill_transfer WHERE p_account IN (from_id, to_id);
  DELETE FROM plan_offer WHERE account_id = p_account OR skill_id IN (SELECT id FROM skill WHERE owner_id = p_account);
  DELETE FROM name_claim WHERE claimant_id = p_account;
  UPDATE name_claim SET appeal = '' WHERE appealed_by = p_account;
  DELETE FROM organization_sign_in WHERE organization_id = p_account;
  DELETE FROM company_identity WHERE p_account IN (organization_id, account_id);
  -- Those of a person stay: who was removed must not come back with a new account.
  DELETE FROM company_subject WHERE organization_id = p_account;
  DELETE FROM session WHERE company_id = p_account AND company_only;
  UPDATE session SET company_id = NULL, company_at = NULL WHERE company_id = p_account;
  DELETE FROM membership WHERE p_account IN (organization_id, person_id);
  DELETE FROM member_invitation WHERE organization_id = p_account OR email = v_email;
  UPDATE api_key SET name = NULL WHERE account_id = p_account;
  DELETE FROM approval WHERE account_id = p_account;
  DELETE FROM budget_spend s USING budget b WHERE s.spend_id = b.spend_id AND b.account_id = p_account
    AND b.kind <> 'key';
  DELETE FROM budget WHERE account_id = p_account AND kind <> 'key';
  DELETE FROM credential WHERE owner_id = p_account;
  DELETE FROM two_factor WHERE account_id = p_account;
  DELETE FROM link_request WHERE email = v_email;
  DELETE FROM invitation WHERE email = v_email;
  DELETE FROM idempotency_record WHERE account_id = p_account;
  DELETE FROM publisher_domain WHERE account_id = p_account;
  DELETE FROM favorite WHERE account_id = p_account;
  DELETE FROM publisher_follow WHERE account_id = p_account OR publisher_id = p_account;
  PERFORM FROM skill_request WHERE id IN (SELECT request_id FROM skill_request_vote WHERE account_id = p_account)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE skill_request SET votes = votes - 1
   WHERE id IN (SELECT request_id FROM skill_request_vote WHERE account_id = p_account);
  DELETE FROM skill_request_vote WHERE account_id = p_account;
  DELETE FROM skill_request WHERE votes <= 0;
  DELETE FROM former_handle WHERE account_id = p_account;
  DELETE FROM audit_name WHERE account_id = p_account;
  DELETE FROM notification WHERE account_id = p_account;
  DELETE FROM webhook_endpoint WHERE account_id = p_account;
  DELETE FROM skill_endpoint_auth WHERE skill_id IN (SELECT id FROM skill WHERE owner_id = p_account);
  DELETE FROM package_bundle WHERE package_id IN (
    SELECT p.id FROM skill_package p JOIN skill s ON s.id = p.skill_id WHERE s.owner_id = p_account);
  DELETE FROM skill_credential WHERE account_id = p_account;
  DELETE FROM run WHERE account_id = p_account;
  DELETE FROM call_detail WHERE account_id = p_account;
  INSERT INTO card_detachment (payment_method_id, account_id)
    SELECT payment_method_id, account_id FROM auto_topup WHERE account_id = p_account AND payment_method_id IS NOT NULL
      ON CONFLICT DO NOTHING;
  DELETE FROM auto_topup WHERE account_id = p_account;
  UPDATE payout_account SET processor_account_id = NULL, country = NULL, bank_name = NULL, bank_last4 = NULL,
    payouts_enabled = false, is_monthly = false, due = '{}' WHERE account_id = p_account;
  UPDATE wallet SET notice_below_micros = NULL, topup_below_micros = NULL WHERE account_id = p_account;
  UPDATE account SET email = 'closed-' || id || '@closed.invalid', name = 'Closed account', image = NULL,
    handle = DEFAULT, bio = '', links = '{}', picture = NULL, contact = NULL,
    verified_at = NULL, verified_by = NULL, stores_parameters = false, email_verified = false,
    last_signed_in_at = NULL, two_factor_enabled = false, role = 'user', closed_at = now(), updated_at = now()
    WHERE id = p_account;
  RETURN true;
END $$;
