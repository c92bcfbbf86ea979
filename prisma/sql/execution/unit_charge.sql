-- What units cost in micro-credits, beside the price of the call: of each, what is above its free ones, at most its
-- `most`. The sum is exact, and rounded once, to the nearest micro-credit, half up. Without counts it is the most.
-- At most a billion credits, which no account has: plans from before their units were bounded must not overflow.
CREATE OR REPLACE FUNCTION unit_charge(p_units jsonb, p_counts jsonb) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_units IS NULL OR p_units = '[]' THEN RETURN 0; END IF;
  RETURN (SELECT least(1000000000000000, coalesce(round(sum((u ->> 'price_nanos')::numeric
        * greatest(0, CASE WHEN p_counts IS NULL
        THEN (u ->> 'most')::numeric ELSE least((u ->> 'most')::numeric,
          coalesce((p_counts ->> (u ->> 'name'))::numeric, 0)) END - (u ->> 'free')::numeric)) / 1000), 0))::bigint
    FROM jsonb_array_elements(p_units) AS u);
END $$;

-- What one of each unit costs: what prices are sorted by.
CREATE OR REPLACE FUNCTION unit_rank(p_units jsonb) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_units = '[]' THEN RETURN 0; END IF;
  RETURN (SELECT ceil(sum((u ->> 'price_nanos')::numeric) / 1000)::bigint FROM jsonb_array_elements(p_units) AS u);
END $$;

-- The units of a call. A tool has its own, or none where it has only its own price; any other call has the skill's.
CREATE OR REPLACE FUNCTION units_of(p_operation text, p_units jsonb, p_operation_units jsonb, p_own_price text)
  RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_operation IS NULL THEN RETURN p_units; END IF;
  IF p_operation_units ? p_operation THEN RETURN p_operation_units -> p_operation; END IF;
  RETURN CASE WHEN p_own_price IS NULL THEN p_units ELSE '[]' END;
END $$;
