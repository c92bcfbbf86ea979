-- The path of a private skill is its organization's handle and its slug: it follows the handle, also into keys that are
-- limited to the skill. So a handle that is given up, as by closing, leaves no path behind.
CREATE OR REPLACE FUNCTION private_skills_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_former text := '@' || OLD.handle || '/'; v_path text := '@' || NEW.handle || '/';
BEGIN
  UPDATE skill SET slug = v_path || substr(slug, length(v_former) + 1)
    WHERE owner_id = NEW.id AND visibility = 'organization';
  UPDATE api_key k SET skills = ARRAY(SELECT CASE WHEN starts_with(s, v_former)
      THEN v_path || substr(s, length(v_former) + 1) ELSE s END FROM unnest(k.skills) WITH ORDINALITY AS t (s, place)
      ORDER BY place)
    WHERE k.account_id = NEW.id AND k.skills <> '{}';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER private_skills_follow AFTER UPDATE OF handle ON account FOR EACH ROW
  WHEN (OLD.handle <> NEW.handle AND NEW.kind = 'organization') EXECUTE FUNCTION private_skills_follow();
