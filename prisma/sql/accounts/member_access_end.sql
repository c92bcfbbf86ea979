-- Ends everything by which a member acts for an organization without signing in; what the member made stays.
CREATE OR REPLACE FUNCTION member_access_end(p_organization uuid, p_person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The end of a connected program's key ends its tokens.
  UPDATE api_key SET active = false, revoked_at = now() WHERE account_id = p_organization AND person_id = p_person
    AND revoked_at IS NULL;
  UPDATE approval SET state = 'refused', reason = 'The member who asked has left.', decided_at = now()
    WHERE account_id = p_organization AND state = 'pending'
      AND key_id IN (SELECT id FROM api_key WHERE account_id = p_organization AND person_id = p_person);
  UPDATE install_link SET revoked_at = now() WHERE account_id = p_organization AND person_id = p_person
    AND revoked_at IS NULL;
  DELETE FROM session WHERE account_id = p_person AND company_id = p_organization AND company_only;
  UPDATE session SET company_id = NULL, company_at = NULL WHERE account_id = p_person AND company_id = p_organization;
  DELETE FROM allowed_skill WHERE account_id = p_organization AND asked_by = p_person
    AND version IS NULL AND decided_at IS NULL;
  UPDATE allowed_skill SET asked_by = NULL, asked_at = NULL, note = ''
    WHERE account_id = p_organization AND asked_by = p_person;
END $$;
