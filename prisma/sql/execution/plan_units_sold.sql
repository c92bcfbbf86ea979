-- Whether each of those names is a unit of some plan of a skill: one that is sold, offered, or had by a running
-- purchase. An endpoint isn't told the plan and reports the units of all of them.
CREATE OR REPLACE FUNCTION plan_units_sold(p_skill uuid, p_names text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE v_name text; v_units jsonb; v_plan jsonb;
BEGIN
  FOREACH v_name IN ARRAY p_names LOOP
    v_units := jsonb_build_array(jsonb_build_object('name', v_name));
    v_plan := jsonb_build_object('included_units', v_units);
    IF NOT (EXISTS (SELECT FROM skill WHERE id = p_skill AND plans @> jsonb_build_array(v_plan))
        OR EXISTS (SELECT FROM plan_offer WHERE skill_id = p_skill AND plan @> v_plan)
        OR EXISTS (SELECT FROM purchase WHERE skill_id = p_skill AND status = 'active'
          AND (included_units @> v_units OR next_plan @> v_plan))) THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END $$;
