-- One step, as of the earnings: p_last is the last number that had been given out before this transaction began. Whoever has
-- been given it, or a lower one, has a lower transaction id than this one; so once every transaction below this id has ended, no
-- number up to it can appear any more. Returns over how many numbers it went, and whether it has nothing more to do now.
CREATE OR REPLACE FUNCTION figures_fold(p_most bigint, p_last bigint, OUT folded bigint, OUT is_over boolean) LANGUAGE plpgsql AS $$
DECLARE v rollup_mark;
BEGIN
  SELECT * INTO STRICT v FROM rollup_mark WHERE name = 'figures' FOR UPDATE;
  folded := 0; is_over := false;
  IF v.next_number IS NULL OR v.next_number <= v.number
      -- A database that was restored elsewhere counts its transactions from another number.
      OR v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    is_over := p_last <= v.number;
    UPDATE rollup_mark SET next_number = p_last, next_xid = pg_current_xact_id()::text::bigint, next_at = now(),
      done_at = CASE WHEN is_over THEN now() ELSE done_at END WHERE name = 'figures';
  ELSIF pg_snapshot_xmin(pg_current_snapshot())::text::bigint < v.next_xid THEN
    is_over := true;
  ELSE
    folded := least(v.next_number, v.number + p_most) - v.number;
    PERFORM figures_fold_until(v.number + folded);
  END IF;
END $$;
