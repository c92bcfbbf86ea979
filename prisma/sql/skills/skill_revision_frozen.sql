-- What a reviewer judged can never change afterwards.
CREATE OR REPLACE FUNCTION skill_revision_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'draft' AND (OLD.name, OLD.description, OLD.category, OLD.readme, OLD.execution_type, OLD.api_endpoint, OLD.api_schema::text, OLD.package_id)
     IS DISTINCT FROM (NEW.name, NEW.description, NEW.category, NEW.readme, NEW.execution_type, NEW.api_endpoint, NEW.api_schema::text, NEW.package_id) THEN
    RAISE EXCEPTION 'a submitted revision cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER skill_revision_frozen BEFORE UPDATE ON skill_revision FOR EACH ROW EXECUTE FUNCTION skill_revision_frozen();
