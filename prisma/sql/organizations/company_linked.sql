-- Whether a member is linked to an identity at the organization's present provider, which their keys need while its
-- sign-in is obligatory.
CREATE OR REPLACE FUNCTION company_linked(p_organization uuid, p_person uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM company_identity i JOIN organization_sign_in c USING (organization_id, issuer)
    WHERE i.organization_id = p_organization AND i.account_id = p_person)
$$;
