-- Stores an answer under its key for retries. Only the process that claimed the key may complete it.
CREATE OR REPLACE FUNCTION idempotency_complete(p_account uuid, p_key text, p_token uuid, p_status int, p_body text)
  RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_record SET status = p_status, body = p_body, completed_at = now()
    WHERE account_id = p_account AND key = p_key AND token = p_token AND completed_at IS NULL;
  RETURN FOUND;
END $$;
