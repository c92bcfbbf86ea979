-- What a budget is for, as its owner calls it: a member's name, a key's name or prefix, a skill's
-- name. Null for that of the account.
CREATE OR REPLACE FUNCTION budget_name(p_budget budget) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE p_budget.kind
    WHEN 'member' THEN (SELECT a.name FROM account a WHERE a.id = p_budget.subject_id)
    WHEN 'key' THEN (SELECT coalesce(k.name, k.prefix) FROM api_key k WHERE k.id = p_budget.subject_id)
    WHEN 'skill' THEN (SELECT r.name FROM skill s
      JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
      WHERE s.id = p_budget.subject_id)
    END;
END $$;
