-- The rule on calls that a plan includes, all of it here: each term of a purchase has as many as the plan said when it
-- was bought. A call takes one when it is reserved, under the wallet's lock, and a call that fails returns it.
CREATE OR REPLACE FUNCTION plan_calls_left(p_purchase uuid, p_term int, p_included int) RETURNS int
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE WHEN p_included IS NOT NULL THEN greatest(0, p_included
    - coalesce((SELECT used FROM plan_use WHERE purchase_id = p_purchase AND term = p_term), 0)) END;
END $$;

CREATE OR REPLACE FUNCTION plan_call_take(p_account uuid, p_skill uuid, OUT taken_of uuid, OUT taken_term int)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT p.id, p.term INTO taken_of, taken_term FROM purchase p
    WHERE p.buyer_id = p_account AND p.skill_id = p_skill AND p.status = 'active';
  INSERT INTO plan_use AS u (purchase_id, term, used) VALUES (taken_of, taken_term, 1)
    ON CONFLICT (purchase_id, term) DO UPDATE SET used = u.used + 1;
END $$;

CREATE OR REPLACE FUNCTION plan_call_return(p_hold hold) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan_use SET used = used - 1 WHERE purchase_id = p_hold.plan_purchase_id AND term = p_hold.plan_term;
END $$;
