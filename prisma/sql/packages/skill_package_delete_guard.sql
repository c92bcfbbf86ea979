-- Its packages go with it, and by no other way.
CREATE OR REPLACE FUNCTION skill_package_delete_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM skill WHERE id = OLD.skill_id) THEN
    RAISE EXCEPTION 'skill_package is append-only' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER skill_package_delete_guard BEFORE DELETE ON skill_package FOR EACH ROW
  EXECUTE FUNCTION skill_package_delete_guard();
