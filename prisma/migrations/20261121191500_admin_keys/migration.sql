-- A key administers only if it was made by somebody who was an administrator then: keys that are in use before, which agents
-- and servers hold, do not become stronger with their owner's role, nor come back with it.
UPDATE api_key SET scopes = array_remove(scopes, 'admin') FROM account a
  WHERE a.id = account_id AND a.role <> 'admin' AND 'admin' = ANY(scopes);

CREATE FUNCTION account_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_key SET scopes = array_remove(scopes, 'admin') WHERE account_id = NEW.id AND 'admin' = ANY(scopes);
  RETURN NULL;
END $$;
CREATE TRIGGER account_role_changed AFTER UPDATE OF role ON account FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION account_role_changed();
