-- Notes who an account is, or without an account who runs the marketplace, before that changes for the first time: what
-- was issued until then was issued to this party.
CREATE OR REPLACE FUNCTION billing_party_begin(p_account uuid, p_name text, p_email text, p_details json) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO billing_party (id, account_id, valid_from, name, email, details)
    SELECT new_id(), p_account, 'epoch', p_name, p_email, p_details
     WHERE NOT EXISTS (SELECT 1 FROM billing_party b WHERE b.account_id IS NOT DISTINCT FROM p_account)
$$;
