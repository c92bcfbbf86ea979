CREATE OR REPLACE FUNCTION skill_package_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.skill_id, OLD.version, OLD.sha256, OLD.size_bytes, OLD.created_at)
     IS DISTINCT FROM (NEW.id, NEW.skill_id, NEW.version, NEW.sha256, NEW.size_bytes, NEW.created_at)
     OR OLD.forgotten_at IS NOT DISTINCT FROM NEW.forgotten_at THEN
    RAISE EXCEPTION 'skill_package is append-only' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER skill_package_frozen BEFORE UPDATE ON skill_package FOR EACH ROW EXECUTE FUNCTION skill_package_frozen();
