-- Whether a browser session with the mark of an organization's sign-in acts for an organization by it. The mark lasts a
-- day, so that who may no longer sign in at the company is out within one.
CREATE OR REPLACE FUNCTION company_signed_in(p_company uuid, p_at timestamptz, p_organization uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_company = p_organization AND p_at > now() - interval '24 hours', false)
$$;
