-- What a purchase whose period is over costs if it is renewed now; null when it is not due, or would end instead:
-- access and renewal both ask here, so that a purchase keeps its price as long as it renews, also when its skill is
-- sold per call by now.
-- With another plan from then on, it costs what was agreed to when that was chosen.
CREATE OR REPLACE FUNCTION purchase_next_price(p purchase) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN coalesce((p.next_plan ->> 'price')::bigint, p.price_micros);
END $$;

CREATE OR REPLACE FUNCTION purchase_renewal_price(p_purchase uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT purchase_next_price(p) FROM purchase p JOIN wallet w ON w.account_id = p.buyer_id
     JOIN account a ON a.id = p.buyer_id
   WHERE p.id = p_purchase AND p.status = 'active' AND p.current_period_end <= now() AND p.auto_renew
     AND a.suspended_at IS NULL AND a.closed_at IS NULL
     -- Without a package there would be nothing to install; an owner uses their skill without a purchase.
     AND EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = p.skill_id AND l.owner_id <> p.buyer_id
       AND NOT (l.execution_type = 'download'
       AND (package_yanked(l.package_id) OR package_paused(l.package_id))))
     AND NOT skill_withheld(p.buyer_id, p.skill_id, NULL)
     AND w.posted_micros - w.held_micros >= purchase_next_price(p)
     AND budgets_cover(p.buyer_id, p.key_id, p.skill_id, purchase_next_price(p),
       coalesce(p.person_id, member_of_charge(p.key_id, NULL)))
$$;
