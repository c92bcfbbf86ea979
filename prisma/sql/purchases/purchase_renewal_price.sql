-- What a purchase whose period is over costs if it is renewed now; null when it is not due, or would end instead.
CREATE OR REPLACE FUNCTION purchase_renewal_price(p_purchase uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT p.price_micros FROM purchase p JOIN wallet w ON w.account_id = p.buyer_id
   WHERE p.id = p_purchase AND p.status = 'active' AND p.current_period_end <= now() AND p.auto_renew
     AND EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = p.skill_id)
     AND w.posted_micros - w.held_micros >= p.price_micros AND key_still_pays(p.key_id, p.price_micros)
$$;
