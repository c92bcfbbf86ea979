-- The skills on the marketplace that an organization which limits its members allows them: those that skill_withheld
-- does not withhold. Lists and searches are limited to them.
CREATE OR REPLACE FUNCTION skills_allowed(p_account uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT l.skill_id FROM account a JOIN allowed_skill w ON w.account_id = a.id JOIN listing l ON l.skill_id = w.skill_id
   WHERE a.id = p_account AND w.version IS NOT NULL
     AND (a.allowed_only <> 'versions' OR l.revision_number <= w.version)
  UNION
  SELECT skill_id FROM listing WHERE owner_id = p_account
$$;
