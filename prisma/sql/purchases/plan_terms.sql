-- The plan of a name among those of a subscription, the first without a name. A skill without plans has one of its
-- price, which is called Standard; its purchases name none. is_there is false for an unknown name.
CREATE OR REPLACE FUNCTION plan_terms(p_plans jsonb, p_name text, p_price bigint, p_interval text, p_trial_days int,
  OUT is_there boolean, OUT name text, OUT price bigint, OUT term_interval text, OUT trial_days int,
  OUT included_calls int, OUT beyond bigint, OUT included_units jsonb)
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE v jsonb;
BEGIN
  IF p_plans = '[]' THEN
    is_there := p_name IS NULL OR lower(p_name) = 'standard';
    price := p_price; term_interval := p_interval; trial_days := p_trial_days; included_units := '[]';
    RETURN;
  END IF;
  SELECT plan INTO v FROM jsonb_array_elements(p_plans) WITH ORDINALITY AS all_plans (plan, place)
    WHERE p_name IS NULL OR lower(plan ->> 'name') = lower(p_name) ORDER BY place LIMIT 1;
  is_there := v IS NOT NULL;
  name := v ->> 'name'; price := (v ->> 'price_micros')::bigint; term_interval := v ->> 'interval';
  trial_days := (v ->> 'trial_days')::int;
  included_calls := (v ->> 'included_calls')::int; beyond := (v ->> 'beyond_micros')::bigint;
  included_units := coalesce(v -> 'included_units', '[]');
END $$;

-- The plans that a buyer chooses from by that name: the one that was offered to them alone, if it has the name, else
-- those that everybody sees.
CREATE OR REPLACE FUNCTION plans_for(p_buyer uuid, p_skill uuid, p_plans jsonb, p_name text) RETURNS jsonb
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_name IS NULL THEN RETURN p_plans; END IF;
  RETURN coalesce((SELECT jsonb_build_array(o.plan) FROM plan_offer o WHERE o.account_id = p_buyer
    AND o.skill_id = p_skill AND lower(o.plan ->> 'name') = lower(p_name)), p_plans);
END $$;
