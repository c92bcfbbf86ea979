-- Notes that this transaction wrote for an account; where reads go to a replica, they wait for it there. Of two at a time
-- the later one counts. A note of an hour ago counts for nothing, so that one of another cluster's numbers cannot stay.
-- Locks the note's row, which must be the last lock that its transaction takes.
CREATE OR REPLACE FUNCTION write_note(p_account uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO account_write AS w (account_id, transaction_id, written_at)
    VALUES (p_account, pg_current_xact_id()::text::bigint, now())
    ON CONFLICT (account_id) DO UPDATE SET transaction_id = excluded.transaction_id, written_at = excluded.written_at
      WHERE w.transaction_id < excluded.transaction_id OR w.written_at < now() - interval '1 hour';
$$;
