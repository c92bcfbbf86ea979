-- One step: folds at most p_most entries of those that may be folded, else prepares the next step. Whoever posts has a
-- transaction id before its entries have numbers, since the lock of a wallet, a purchase or a payout comes first. So
-- 1. the highest number that can be seen is noted: whoever has been given a lower one has a transaction id by now;
-- 2. whoever saw that note in a transaction that is over, p_seen, notes the id of its present one, which is higher than all those;
-- 3. once every transaction below that id has ended, no number up to the noted one can appear any more.
-- Returns over how many numbers it went, up to which number it looks, and whether it has nothing more to do now.
CREATE OR REPLACE FUNCTION earnings_fold(p_most bigint, p_seen bigint, OUT folded bigint, OUT looks_to bigint, OUT is_over boolean)
LANGUAGE plpgsql AS $$
DECLARE v earnings_mark;
BEGIN
  SELECT * INTO STRICT v FROM earnings_mark WHERE name = 'days' FOR UPDATE;
  folded := 0; looks_to := v.next_id; is_over := false;
  IF v.next_id IS NULL OR v.next_id <= v.entry_id
      -- A database that was restored elsewhere counts its transactions from another number.
      OR v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    UPDATE earnings_mark SET next_id = (SELECT coalesce(max(id), 0) FROM ledger_entry), next_xid = NULL WHERE name = 'days'
      RETURNING next_id, next_id <= entry_id INTO looks_to, is_over;
  ELSIF v.next_xid IS NULL THEN
    IF p_seen = v.next_id THEN
      UPDATE earnings_mark SET next_xid = pg_current_xact_id()::text::bigint WHERE name = 'days';
    END IF;
  ELSIF pg_snapshot_xmin(pg_current_snapshot())::text::bigint < v.next_xid THEN
    is_over := true;
  ELSE
    folded := least(v.next_id, v.entry_id + p_most) - v.entry_id;
    PERFORM earnings_fold_until(v.entry_id + folded);
  END IF;
END $$;
