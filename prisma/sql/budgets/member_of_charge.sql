-- The person behind a charge: the maker of an organization's key, or who is signed in. Null for a person's own key.
CREATE OR REPLACE FUNCTION member_of_charge(p_key uuid, p_session uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_key IS NOT NULL THEN RETURN (SELECT k.person_id FROM api_key k WHERE k.id = p_key); END IF;
  IF p_session IS NOT NULL THEN RETURN (SELECT s.account_id FROM session s WHERE s.id = p_session); END IF;
  RETURN NULL;
END $$;
