-- A package never changes, except that its bytes are removed and come back. Then another release of zlib may have
-- deflated the same content to other bytes.
CREATE OR REPLACE FUNCTION skill_package_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.skill_id, OLD.version, OLD.name, OLD.content_sha256, OLD.created_at)
     IS DISTINCT FROM (NEW.id, NEW.skill_id, NEW.version, NEW.name, NEW.content_sha256, NEW.created_at)
     OR (OLD.removed_at IS NULL AND (OLD.sha256, OLD.size_bytes) IS DISTINCT FROM (NEW.sha256, NEW.size_bytes))
     OR OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    RAISE EXCEPTION 'skill_package is append-only' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER skill_package_frozen BEFORE UPDATE ON skill_package FOR EACH ROW
  EXECUTE FUNCTION skill_package_frozen();
