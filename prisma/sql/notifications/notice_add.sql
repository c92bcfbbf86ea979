-- Notifies an account of a subject, once, and queues the webhook event that the notification is, too. A closed account
-- is not notified; a kind that the account has muted is stored as read and is not mailed. An account for which 100
-- mails wait gets no further one until some are sent.
CREATE OR REPLACE FUNCTION notice_add(p_account uuid, p_kind text, p_subject text, p_data jsonb, p_is_mailed boolean,
  p_event text DEFAULT NULL, p_event_data jsonb DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification (id, account_id, kind, subject, data, mail_due_at, read_at)
    SELECT new_id(), a.id, p_kind, p_subject, p_data,
        CASE WHEN p_is_mailed AND NOT p_kind = ANY (a.muted_notices) AND (
            SELECT count(*) FROM (SELECT 1 FROM notification w WHERE w.account_id = a.id AND w.mail_due_at IS NOT NULL
              LIMIT 100) AS waiting) < 100
          THEN now() END,
        CASE WHEN p_kind = ANY (a.muted_notices) THEN now() END
      FROM account a WHERE a.id = p_account AND a.closed_at IS NULL
    ON CONFLICT (account_id, kind, subject) DO NOTHING;
  IF FOUND AND p_event IS NOT NULL THEN PERFORM webhook_emit(p_account, p_event, p_event_data); END IF;
END $$;
