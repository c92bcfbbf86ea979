-- Whether an organization lets a member act for it only after its own sign-in: while that is obligatory and its domain
-- is verified, and for all but the owner who keeps a way in.
CREATE OR REPLACE FUNCTION company_requires(p_organization uuid, p_person uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM organization_sign_in c WHERE c.organization_id = p_organization AND c.obligatory
    AND c.verified_at IS NOT NULL AND c.way_in_id IS DISTINCT FROM p_person)
$$;
