-- Returns an account with an unverified email to the holder of the mailbox: everything that the
-- former holder knows, has connected or has proven ends. True when there was something to take back. The locks come as
-- everywhere: payout account, wallet, skills, listings, account.
CREATE OR REPLACE FUNCTION account_take_back(p_account uuid, p_email text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = p_account AND email = p_email AND NOT email_verified AND closed_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM payout_account WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM skill WHERE owner_id = p_account ORDER BY id FOR UPDATE;
  PERFORM 1 FROM listing WHERE owner_id = p_account ORDER BY skill_id FOR UPDATE;
  -- Verified meanwhile, by the person with both the session and the mailbox: then the account is theirs.
  PERFORM 1 FROM account WHERE id = p_account AND email = p_email AND NOT email_verified
    AND closed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM account_access_end(p_account);
  DELETE FROM two_factor WHERE account_id = p_account;
  -- The former holder can still change the domain's records.
  DELETE FROM publisher_domain WHERE account_id = p_account;
  UPDATE listing SET developer_domain = NULL WHERE owner_id = p_account AND developer_domain IS NOT NULL;
  -- Otherwise earnings would go to the former holder's bank, and cards be charged by the former holder's thresholds.
  DELETE FROM payout_account WHERE account_id = p_account;
  INSERT INTO card_detachment (payment_method_id, account_id)
    SELECT payment_method_id, account_id FROM auto_topup WHERE account_id = p_account AND payment_method_id IS NOT NULL
      ON CONFLICT DO NOTHING;
  DELETE FROM auto_topup WHERE account_id = p_account;
  UPDATE wallet SET notice_below_micros = NULL, topup_below_micros = NULL, topup_due = false
    WHERE account_id = p_account;
  UPDATE purchase SET auto_renew = false WHERE buyer_id = p_account AND status = 'active' AND auto_renew;
  -- With the signing secret, calls could be forged; it has the form that Standard Webhooks libraries read.
  UPDATE skill SET previous_secret = NULL, previous_secret_ends_at = NULL, updated_at = now(),
    signing_secret = 'whsec_'
    || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64')
    WHERE owner_id = p_account;
  UPDATE account SET two_factor_enabled = false, updated_at = now() WHERE id = p_account;
  RETURN true;
END $$;
