-- What another plan for a running subscription charges, and when it begins: decided here and nowhere else. A plan whose
-- term costs more begins now, for its price less the unused rest of what was paid. So does one that costs more by the
-- day, if a term of it costs at least that rest: a change pays nothing out. Any other one begins when the running term
-- ends. Takes no locks: plan_change holds the wallet's.
-- outcome: 'now' or 'later'; 'same', the plan that it has, which withdraws the one that was chosen for later; else why
-- not: 'not_found', 'ended', 'not_sold', 'no_plan', 'refund_open', 'not_renewing', and 'calls_open', while a call holds
-- units of the running term that it may yet return.
CREATE OR REPLACE FUNCTION plan_quote(p_purchase uuid, p_buyer uuid, p_plan text, OUT outcome text, OUT plan jsonb,
  OUT price bigint, OUT credit bigint, OUT starts_at timestamptz, OUT ends_at timestamptz, OUT replaced_by uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE v purchase; v_plan record; v_listing record; v_unused bigint;
BEGIN
  SELECT * INTO v FROM purchase p WHERE p.id = p_purchase AND p.buyer_id = p_buyer;
  IF NOT FOUND THEN outcome := 'not_found'; RETURN; END IF;
  SELECT p.id INTO replaced_by FROM purchase p WHERE p.replaces_id = v.id AND p.buyer_id = p_buyer;
  IF v.status <> 'active' OR v.current_period_end <= now() AND NOT v.auto_renew THEN
    outcome := 'ended'; RETURN;
  END IF;
  SELECT l.plans, l.price_micros, l.subscription_interval, l.trial_days, l.pricing_type INTO v_listing
    FROM listing l WHERE l.skill_id = v.skill_id;
  IF NOT FOUND OR v_listing.pricing_type <> 'subscription' THEN outcome := 'not_sold'; RETURN; END IF;
  v_plan := plan_terms(plans_for(p_buyer, v.skill_id, v_listing.plans, p_plan), p_plan, v_listing.price_micros,
    v_listing.subscription_interval, v_listing.trial_days);
  IF lower(coalesce(v.plan, 'standard')) = lower(p_plan) THEN
    outcome := 'same'; price := v.price_micros; credit := 0; starts_at := now(); ends_at := v.current_period_end;
    RETURN;
  END IF;
  IF NOT v_plan.is_there THEN outcome := 'no_plan'; RETURN; END IF;
  IF EXISTS (SELECT FROM refund_request q WHERE q.purchase_id = v.id AND q.buyer_id = p_buyer
      AND q.state IN ('open', 'escalated')) THEN
    outcome := 'refund_open'; RETURN;
  END IF;
  plan := to_jsonb(v_plan); price := v_plan.price; credit := 0;
  v_unused := purchase_unused(v, v.price_micros);
  IF price > v.price_micros OR price >= v_unused
      AND price * term_days(v.interval) > v.price_micros * term_days(v_plan.term_interval) THEN
    IF EXISTS (SELECT FROM hold h WHERE h.account_id = p_buyer AND h.state = 'held' AND h.plan_purchase_id = v.id
        AND h.plan_term = v.term AND jsonb_path_exists(h.plan_units, '$.* ? (@ > 0)')) THEN
      outcome := 'calls_open'; RETURN;
    END IF;
    outcome := 'now'; credit := v_unused; starts_at := now();
  ELSIF NOT v.auto_renew THEN
    outcome := 'not_renewing'; RETURN;
  ELSE
    outcome := 'later'; starts_at := greatest(now(), v.current_period_end);
  END IF;
  ends_at := term_end(starts_at, v_plan.term_interval, 1);
END $$;
