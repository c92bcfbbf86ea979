CREATE OR REPLACE FUNCTION account_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'admin' THEN
    UPDATE api_key SET scopes = array_append(scopes, 'admin') WHERE account_id = NEW.id AND revoked_at IS NULL
      AND NOT 'admin' = ANY(scopes) AND scopes @> ARRAY['read', 'purchase', 'execute', 'publish']
      AND cardinality(skills) = 0
      AND NOT EXISTS (SELECT 1 FROM budget b WHERE b.account_id = NEW.id AND b.subject_id = api_key.id);
  ELSE
    UPDATE api_key SET scopes = array_remove(scopes, 'admin') WHERE account_id = NEW.id AND 'admin' = ANY(scopes);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER account_role_changed AFTER UPDATE OF role ON account FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION account_role_changed();
