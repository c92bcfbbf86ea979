-- Ends everything that can act for an account or learn of it without its password: for a reset by somebody who lost
-- control, for an account that is taken back, and at its closing. `tests/api/access-ends.test.ts` has the list of all
-- tables. The payout account's lock comes first, as everywhere.
CREATE OR REPLACE FUNCTION account_access_end(p_account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Nothing is paid out to a bank that its owner has not looked at.
  UPDATE payout_account SET is_monthly = false WHERE account_id = p_account AND is_monthly;
  UPDATE api_key SET active = false, revoked_at = now() WHERE account_id = p_account AND revoked_at IS NULL;
  DELETE FROM oauth_access_token WHERE user_id = p_account;
  DELETE FROM oauth_refresh_token WHERE user_id = p_account;
  DELETE FROM oauth_consent WHERE user_id = p_account;
  UPDATE install_link SET revoked_at = now() WHERE account_id = p_account AND revoked_at IS NULL;
  PERFORM member_access_end(m.organization_id, p_account) FROM membership m WHERE m.person_id = p_account;
  UPDATE trusted_publisher SET is_active = false
    WHERE is_active AND (set_by = p_account OR skill_id IN (SELECT id FROM skill WHERE owner_id = p_account));
  DELETE FROM skill_transfer WHERE from_id = p_account;
  UPDATE webhook_endpoint SET active = false WHERE account_id = p_account AND active;
  DELETE FROM session WHERE account_id = p_account;
  DELETE FROM passkey WHERE account_id = p_account;
  DELETE FROM credential WHERE owner_id = p_account AND provider_id <> 'credential';
  DELETE FROM company_identity WHERE account_id = p_account AND removed_at IS NULL;
  UPDATE company_identity SET issuer = NULL, subject = NULL WHERE account_id = p_account AND issuer IS NOT NULL;
  -- Links that were mailed, and codes of programs that are about to connect, name the account in their value.
  DELETE FROM verification WHERE strpos(value, p_account::text) > 0;
  DELETE FROM link_request WHERE account_id = p_account;
END $$;
