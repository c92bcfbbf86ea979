-- A skill that was never approved may be deleted by its developer, with its revisions and packages; what was on sale stays.
CREATE FUNCTION skill_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.live_revision_id IS NOT NULL OR EXISTS (SELECT 1 FROM skill_revision WHERE skill_id = OLD.id AND status = 'approved') THEN
    RAISE EXCEPTION 'a skill that was approved is kept' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER skill_kept BEFORE DELETE ON skill FOR EACH ROW EXECUTE FUNCTION skill_kept();

-- Its packages go with it, and by no other way.
CREATE FUNCTION skill_package_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM skill WHERE id = OLD.skill_id) THEN
    RAISE EXCEPTION 'skill_package is append-only' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER skill_package_append_only ON skill_package;
CREATE TRIGGER skill_package_kept BEFORE DELETE ON skill_package FOR EACH ROW EXECUTE FUNCTION skill_package_kept();
