-- Gives a slug to a skill that was never approved; the skill that had it gets another one, which its listing, keys that
-- are limited to it and its install links follow, and its attestations, which name the slug, are signed anew. The slug
-- stays with the skill that got it, since customers call it. False when either is not as it was.
CREATE OR REPLACE FUNCTION skill_slug_give(p_slug text, p_holder uuid, p_skill uuid, p_instead text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE v_held uuid;
BEGIN
  PERFORM 1 FROM skill WHERE id = p_skill OR slug = p_slug ORDER BY id FOR UPDATE;
  SELECT id INTO v_held FROM skill WHERE slug = p_slug AND owner_id = p_holder AND id <> p_skill;
  IF NOT FOUND OR NOT EXISTS (SELECT 1 FROM skill WHERE id = p_skill AND visibility = 'public' AND status <> 'approved'
    AND live_revision_id IS NULL) THEN RETURN false; END IF;
  PERFORM 1 FROM listing WHERE skill_id = v_held FOR UPDATE;
  UPDATE skill SET slug = p_instead, slug_given_at = NULL, updated_at = now() WHERE id = v_held;
  UPDATE skill SET slug = p_slug, slug_given_at = now(), updated_at = now() WHERE id = p_skill;
  DELETE FROM attestation WHERE revision_id IN (SELECT id FROM skill_revision WHERE skill_id = v_held);
  UPDATE listing SET slug = p_instead, updated_at = now() WHERE skill_id = v_held;
  UPDATE api_key SET skills = array_replace(skills, p_slug, p_instead) WHERE p_slug = ANY (skills);
  UPDATE install_link SET slug = p_instead WHERE slug = p_slug;
  RETURN true;
END $$;
