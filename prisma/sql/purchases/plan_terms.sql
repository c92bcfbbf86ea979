-- The plan of a name among those of a subscription, the first without a name. A skill without plans has one of its
-- price, which is called Standard; its purchases name none. is_there is false for an unknown name.
CREATE OR REPLACE FUNCTION plan_terms(p_plans jsonb, p_name text, p_price bigint, p_interval text, p_trial_days int,
  OUT is_there boolean, OUT name text, OUT price bigint, OUT term_interval text, OUT trial_days int,
  OUT included_calls int, OUT beyond bigint)
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE v jsonb;
BEGIN
  IF p_plans = '[]' THEN
    is_there := p_name IS NULL OR lower(p_name) = 'standard';
    price := p_price; term_interval := p_interval; trial_days := p_trial_days;
    RETURN;
  END IF;
  SELECT plan INTO v FROM jsonb_array_elements(p_plans) WITH ORDINALITY AS all_plans (plan, place)
    WHERE p_name IS NULL OR lower(plan ->> 'name') = lower(p_name) ORDER BY place LIMIT 1;
  is_there := v IS NOT NULL;
  name := v ->> 'name'; price := (v ->> 'price_micros')::bigint; term_interval := v ->> 'interval';
  trial_days := (v ->> 'trial_days')::int;
  included_calls := (v ->> 'included_calls')::int; beyond := (v ->> 'beyond_micros')::bigint;
END $$;
