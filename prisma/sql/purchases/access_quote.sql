-- Whether an account may use a skill now, on what ground, and what that use costs: decided here and nowhere else.
-- execution_reserve charges what this answers; dry runs and skill pages show it. It takes no locks: execution_reserve
-- holds the wallet's.
-- access: null when the skill is not there for the account; 'none' when a subscription must be bought first; else
-- 'owner', 'admin',
-- 'not_allowed' (its organization withholds it, see skill_withheld),
-- 'purchase', 'repeat' (a download within a day of one that was let through), 'free_calls', 'free' or 'pay_per_call'.
--   price: all that the use charges, a renewal included, without units; with 'none', the price of the subscription.
--   most: the most that it charges, its units included. units: those that it pays for, null without any.
--   p_operation: one of several operations of the skill. It may have its own price per call, which counts only without
--   a subscription; one that costs nothing needs no purchase, renews none and takes no free call.
--   p_version: the version that is used, the approved one by default.
--   purchase_id: the purchase that runs, or that a use would renew. renews: whether this use charges its next term.
--   included_left: calls that are left of those that its plan includes, null without a limit. counts: whether this use
--   is one of them. beyond: what a call after them costs ('purchase' with that price); null where access is 'used_up'.
--   units_left: of each unit that its plan includes, what is left; the units of the call are what that leaves to pay.
CREATE OR REPLACE FUNCTION access_quote(p_account uuid, p_is_admin boolean, p_skill uuid, p_kind text,
  p_operation text DEFAULT NULL, p_version int DEFAULT NULL,
  OUT access text, OUT price bigint, OUT purchase_id uuid, OUT renews boolean, OUT free_calls_left int,
  OUT most bigint, OUT units jsonb, OUT included_left int, OUT counts boolean,
  OUT beyond bigint, OUT units_left jsonb)
LANGUAGE plpgsql STABLE AS $$
DECLARE v record; v_renewal bigint; v_is_running boolean := false; v_own bigint;
  v_units jsonb; v_plan record;
BEGIN
  SELECT s.owner_id, l.skill_id IS NOT NULL AS is_listed, s.unlisted_at IS NOT NULL
      AND s.live_revision_id IS NOT NULL AND s.suspended_at IS NULL AS is_unlisted,
      s.visibility = 'public' AS is_public,
      CASE WHEN l.skill_id IS NULL THEN s.pricing_type ELSE l.pricing_type END AS pricing_type,
      CASE WHEN l.skill_id IS NULL THEN s.price_micros ELSE l.price_micros END AS price_micros,
      CASE WHEN l.skill_id IS NULL THEN s.price_per_call_micros
      ELSE l.price_per_call_micros END AS price_per_call_micros,
      CASE WHEN l.skill_id IS NULL THEN s.free_calls ELSE l.free_calls END AS free_calls,
      CASE WHEN p_operation IS NULL THEN NULL WHEN l.skill_id IS NULL THEN s.operation_prices ->> p_operation
      ELSE l.operation_prices ->> p_operation END AS operation_price,
      CASE WHEN l.skill_id IS NULL THEN s.units ELSE l.units END AS units,
      CASE WHEN l.skill_id IS NULL THEN s.operation_units ELSE l.operation_units END AS operation_units
    INTO v FROM skill s LEFT JOIN listing l ON l.skill_id = s.id WHERE s.id = p_skill;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT p.id, p.current_period_end > now() AS is_running, p.term, p.included_calls, p.beyond_micros, p.next_plan,
      p.included_units
    INTO v_plan FROM purchase p WHERE p.buyer_id = p_account AND p.skill_id = p_skill AND p.status = 'active';
  purchase_id := v_plan.id; v_is_running := v_plan.is_running; counts := false;
  v_is_running := coalesce(v_is_running, false);
  -- With a null, PostgreSQL would plan purchase_renewal_price each time, which took a third of a call.
  IF purchase_id IS NOT NULL AND NOT v_is_running THEN
    -- A purchase that cannot be renewed is ended by the job, which notifies its buyer.
    v_renewal := purchase_renewal_price(purchase_id);
    IF v_renewal IS NULL THEN purchase_id := NULL; END IF;
  END IF;
  price := 0; renews := false; v_own := v.operation_price::bigint;
  v_units := CASE WHEN v.pricing_type = 'usage' AND p_kind = 'execute'
    THEN units_of(p_operation, v.units, v.operation_units, v.operation_price) ELSE '[]' END;
  IF v.pricing_type = 'usage' THEN
    free_calls_left := free_calls_left(p_account, p_skill, v.free_calls);
  END IF;
  -- An unlisted skill: its owner, administrators and running purchases keep access; no one else gets it. A private one
  -- is its owner's alone: members act for it.
  IF NOT (v.is_listed OR v.is_unlisted AND (p_is_admin AND v.is_public OR v.owner_id = p_account
      OR v_is_running)) THEN
    RETURN;
  END IF;
  IF v.owner_id = p_account THEN access := 'owner';
  ELSIF skill_withheld(p_account, p_skill, p_version) THEN access := 'not_allowed';
  ELSIF p_is_admin THEN access := 'admin';
  ELSIF v_is_running THEN
    access := 'purchase';
    beyond := v_plan.beyond_micros;
    included_left := plan_calls_left(v_plan.id, v_plan.term, v_plan.included_calls);
    -- A tool that is free without a subscription takes none.
    IF included_left IS NOT NULL AND p_kind = 'execute' AND v_own IS DISTINCT FROM 0 THEN
      counts := included_left > 0;
      IF NOT counts AND beyond IS NULL THEN access := 'used_up'; END IF;
      IF NOT counts THEN price := coalesce(beyond, 0); END IF;
    END IF;
    IF v_plan.included_units <> '[]' AND p_kind = 'execute' AND v_own IS DISTINCT FROM 0 THEN
      units_left := plan_units_left(v_plan.id, v_plan.term, v_plan.included_units);
      units := plan_call_units(units_left);
      counts := NOT jsonb_path_exists(units, '$[*] ? (@.most == 0)');
      IF NOT counts THEN access := 'used_up'; units := NULL; END IF;
    END IF;
  ELSIF v_own = 0 AND v_units = '[]' THEN access := 'free';
  ELSIF v_renewal IS NOT NULL THEN access := 'purchase'; price := v_renewal; renews := true;
    included_left := v_plan.included_calls; beyond := v_plan.beyond_micros;
    IF v_plan.next_plan IS NOT NULL THEN
      included_left := (v_plan.next_plan ->> 'included_calls')::int; beyond := (v_plan.next_plan ->> 'beyond')::bigint;
      v_plan.included_units := coalesce(v_plan.next_plan -> 'included_units', '[]');
    END IF;
    IF v_plan.included_units <> '[]' AND p_kind = 'execute' THEN
      units_left := plan_units_left(NULL, NULL, v_plan.included_units);
      units := plan_call_units(units_left);
    END IF;
    counts := p_kind = 'execute' AND (included_left IS NOT NULL OR units IS NOT NULL);
  ELSIF v.pricing_type = 'subscription' THEN access := 'none'; price := v.price_micros;
  -- Clients repeat and resume downloads: within a day of one that was let through, free or paid, it is the same
  -- download.
  ELSIF p_kind = 'download' AND EXISTS (SELECT 1 FROM usage_record WHERE account_id = p_account AND skill_id = p_skill
      AND kind = 'download'
      AND status = 'succeeded' AND (cost_micros > 0 OR free)
        AND created_at > now() - interval '1 day') THEN access := 'repeat';
  ELSIF free_calls_left > 0 THEN access := 'free_calls';
  ELSE
    price := coalesce(v_own, v.price_per_call_micros);
    access := CASE WHEN price = 0 AND v_units = '[]' THEN 'free' ELSE 'pay_per_call' END;
    units := nullif(v_units, '[]');
  END IF;
  most := price + unit_charge(units, NULL);
END $$;
