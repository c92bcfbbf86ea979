-- The rule on calls and units that a plan includes, all of it here: each term of a purchase has as many as the plan
-- said when it was bought. A call takes one when it is reserved, under the wallet's lock, and of each unit the most
-- that it may report; what it did not report, and all of a call that fails, is returned.
CREATE OR REPLACE FUNCTION plan_calls_left(p_purchase uuid, p_term int, p_included int) RETURNS int
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE WHEN p_included IS NOT NULL THEN greatest(0, p_included
    - coalesce((SELECT used FROM plan_use WHERE purchase_id = p_purchase AND term = p_term), 0)) END;
END $$;

-- The units of a plan, each with how many of it are left.
CREATE OR REPLACE FUNCTION plan_units_left(p_purchase uuid, p_term int, p_included jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_included = '[]' THEN RETURN p_included; END IF;
  RETURN (SELECT jsonb_agg(u.value || jsonb_build_object('left', greatest(0, (u.value ->> 'included')::bigint
      - coalesce((p.units ->> (u.value ->> 'name'))::bigint, 0))) ORDER BY u.place)
    FROM jsonb_array_elements(p_included) WITH ORDINALITY AS u (value, place)
    LEFT JOIN plan_use p ON p.purchase_id = p_purchase AND p.term = p_term);
END $$;

-- What a call is charged for by such units, as `unit_charge` takes it: what is left is free. Where the plan stops, no
-- more than that may be reported. What is included says that it is a plan's.
CREATE OR REPLACE FUNCTION plan_call_units(p_left jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('name', u ->> 'name', 'price_nanos', coalesce(u ->> 'beyond_nanos', '0'),
      'included', u -> 'included',
      'most', CASE WHEN u ->> 'beyond_nanos' IS NULL THEN least(u -> 'most', u -> 'left') ELSE u -> 'most' END,
      'free', least(u -> 'most', u -> 'left')) ORDER BY place)
    FROM jsonb_array_elements(p_left) WITH ORDINALITY AS all_units (u, place));
END $$;

CREATE OR REPLACE FUNCTION plan_call_take(p_account uuid, p_skill uuid, p_units jsonb, OUT taken_of uuid,
  OUT taken_term int, OUT taken_units jsonb)
LANGUAGE plpgsql AS $$
DECLARE v_included int; v_left jsonb;
BEGIN
  SELECT p.id, p.term, p.included_calls, u.taken, u.rest
    INTO taken_of, taken_term, v_included, taken_units, v_left
    FROM purchase p LEFT JOIN LATERAL (SELECT jsonb_object_agg(u ->> 'name', u -> 'free') AS taken,
        jsonb_object_agg(u ->> 'name', (u ->> 'included')::bigint - (u ->> 'free')::bigint) AS rest
      FROM jsonb_array_elements(p_units) AS u) AS u ON p.included_units <> '[]'
    WHERE p.buyer_id = p_account AND p.skill_id = p_skill AND p.status = 'active';
  INSERT INTO plan_use AS u (purchase_id, term, used, included, units, units_left)
    VALUES (taken_of, taken_term, 1, v_included, coalesce(taken_units, '{}'), v_left)
    ON CONFLICT (purchase_id, term) DO UPDATE SET used = u.used + 1, units = units_sum(u.units, taken_units, 1),
      units_left = units_sum(u.units_left, taken_units, -1);
END $$;

CREATE OR REPLACE FUNCTION plan_call_return(p_hold hold) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan_use SET used = used - 1, units = units_sum(units, p_hold.plan_units, -1),
      units_left = units_sum(units_left, p_hold.plan_units, 1)
    WHERE purchase_id = p_hold.plan_purchase_id AND term = p_hold.plan_term;
END $$;

-- Returns the units of a call that it did not report. p_reported: the units of its usage record.
CREATE OR REPLACE FUNCTION plan_units_settle(p_hold hold, p_reported jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_rest jsonb;
BEGIN
  IF p_hold.plan_units IS NULL OR p_reported IS NULL THEN RETURN; END IF;
  v_rest := (SELECT jsonb_object_agg(r ->> 'name',
      greatest(0, (p_hold.plan_units ->> (r ->> 'name'))::bigint - (r ->> 'quantity')::bigint))
    FROM jsonb_array_elements(p_reported) AS r);
  UPDATE plan_use SET units = units_sum(units, v_rest, -1), units_left = units_sum(units_left, v_rest, 1)
    WHERE purchase_id = p_hold.plan_purchase_id AND term = p_hold.plan_term;
END $$;

-- What running calls of a term hold of each unit, by name: they return what they do not report.
CREATE OR REPLACE FUNCTION plan_units_held(p_account uuid, p_purchase uuid, p_term int) RETURNS jsonb
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT jsonb_object_agg(name, held) FROM (SELECT k.key AS name, sum(k.value::bigint) AS held
    FROM hold h CROSS JOIN LATERAL jsonb_each_text(h.plan_units) AS k
    WHERE h.account_id = p_account AND h.state = 'held' AND h.plan_purchase_id = p_purchase AND h.plan_term = p_term
      AND h.plan_units IS NOT NULL GROUP BY k.key) AS sums);
END $$;

-- Counts by name, and others added to them so many times.
CREATE OR REPLACE FUNCTION units_sum(p_counts jsonb, p_others jsonb, p_times int) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_others IS NULL THEN RETURN p_counts; END IF;
  RETURN p_counts || coalesce((SELECT jsonb_object_agg(key, coalesce((p_counts ->> key)::bigint, 0)
    + p_times * value::bigint) FROM jsonb_each_text(p_others)), '{}');
END $$;
