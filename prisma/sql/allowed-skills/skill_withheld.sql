-- Whether an organization withholds a skill from its members: it uses only skills that it has allowed, and this is
-- none, or not in this version (null for the approved one). Its own skills are always allowed.
CREATE OR REPLACE FUNCTION skill_withheld(p_account uuid, p_skill uuid, p_version int) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE v_mode text; v_allowed int;
BEGIN
  SELECT allowed_only INTO v_mode FROM account WHERE id = p_account;
  IF coalesce(v_mode, 'off') = 'off' THEN RETURN false; END IF;
  IF EXISTS (SELECT 1 FROM skill WHERE id = p_skill AND owner_id = p_account) THEN RETURN false; END IF;
  SELECT version INTO v_allowed FROM allowed_skill WHERE account_id = p_account AND skill_id = p_skill;
  IF v_allowed IS NULL THEN RETURN true; END IF;
  RETURN v_mode = 'versions' AND coalesce(p_version, (SELECT r.number FROM skill s
    JOIN skill_revision r ON r.id = s.live_revision_id WHERE s.id = p_skill)) > v_allowed;
END $$;
