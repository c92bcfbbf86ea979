-- Rolls up at most p_most event numbers: calls rollup_<name>(from, until) and moves its cursor, in one transaction.
-- Numbers become visible out of order, so a step goes only up to a horizon, below which every transaction has ended:
-- 1. Read the sequence's last value while this transaction has no id. Every row with a number up to it got its
-- transaction
--    id before its number (the column's default), and therefore a lower id than this transaction gets next.
-- 2. Store both. Once every transaction below that id has ended, no number up to the horizon can appear any more.
-- rolled_up is how many numbers the step went over. is_done says that nothing more can be rolled up now.
CREATE OR REPLACE FUNCTION rollup_step(p_name text, p_most bigint, OUT rolled_up bigint, OUT is_done boolean)
  LANGUAGE plpgsql AS $$
DECLARE
  v_last bigint := (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_seq);
  v rollup_cursor;
  v_until bigint;
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'rollup_step needs its own transaction, which has written nothing yet';
  END IF;
  SELECT * INTO STRICT v FROM rollup_cursor WHERE name = p_name FOR UPDATE;
  rolled_up := 0; is_done := false;
  IF v.next_event_seq IS NULL OR v.next_event_seq <= v.event_seq
      -- A database restored from a dump counts its transactions from a lower id.
      OR v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    is_done := v_last <= v.event_seq;
    UPDATE rollup_cursor SET next_event_seq = v_last, next_xid = pg_current_xact_id()::text::bigint, next_at = now(),
      complete_until = CASE WHEN is_done THEN now() ELSE complete_until END WHERE name = p_name;
  ELSIF pg_snapshot_xmin(pg_current_snapshot())::text::bigint < v.next_xid THEN
    is_done := true;
  ELSE
    v_until := least(v.next_event_seq, v.event_seq + p_most);
    rolled_up := v_until - v.event_seq;
    EXECUTE format('SELECT %I($1, $2)', 'rollup_' || p_name) USING v.event_seq, v_until;
    UPDATE rollup_cursor SET event_seq = v_until,
      complete_until = CASE WHEN v_until = next_event_seq THEN next_at ELSE complete_until END WHERE name = p_name;
  END IF;
END $$;
