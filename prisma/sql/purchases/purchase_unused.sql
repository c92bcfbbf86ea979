-- The part of a price that belongs to the unused rest of a purchase's running term, rounded down; 0 when none runs, and
-- during a trial, which cost nothing. Where the plan includes calls or units, no more than the part of them that is
-- left. Units that a running call holds are not used: it may return them. A running call is, since few fail.
CREATE OR REPLACE FUNCTION purchase_unused(p purchase, p_price bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE v_start timestamptz := term_end(p.anchor_at, p.interval, p.term - 1);
  v_held jsonb := '{}';
BEGIN
  IF p.term = 0 OR p.status <> 'active' OR p.current_period_end <= now() THEN RETURN 0; END IF;
  IF p.included_units <> '[]' THEN v_held := coalesce(plan_units_held(p.buyer_id, p.id, p.term), v_held); END IF;
  RETURN least(p_price, div(p_price * extract(epoch FROM p.current_period_end - greatest(now(), v_start)),
    extract(epoch FROM p.current_period_end - v_start)),
    div(p_price::numeric * plan_calls_left(p.id, p.term, p.included_calls), p.included_calls),
    (SELECT min(div(p_price::numeric * ((u.value ->> 'left')::numeric
        + coalesce((v_held ->> (u.value ->> 'name'))::numeric, 0)), (u.value ->> 'included')::numeric))
      FROM jsonb_array_elements(plan_units_left(p.id, p.term, p.included_units)) AS u));
END $$;
