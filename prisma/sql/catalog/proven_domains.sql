-- The proven domains of an account, oldest proof first.
CREATE OR REPLACE FUNCTION proven_domains(p_account uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT domain FROM publisher_domain WHERE account_id = p_account AND verified_at IS NOT NULL
    ORDER BY verified_at, domain)
$$;
