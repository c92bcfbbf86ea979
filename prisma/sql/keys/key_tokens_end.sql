-- The end of a key ends the OAuth tokens that act as it, so that they can't be refreshed.
CREATE OR REPLACE FUNCTION key_tokens_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM oauth_access_token WHERE reference_id = NEW.id::text;
  DELETE FROM oauth_refresh_token WHERE reference_id = NEW.id::text;
  DELETE FROM oauth_consent WHERE reference_id = NEW.id::text;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER key_tokens_end AFTER UPDATE OF revoked_at ON api_key FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL AND NEW.client_id IS NOT NULL)
  EXECUTE FUNCTION key_tokens_end();
