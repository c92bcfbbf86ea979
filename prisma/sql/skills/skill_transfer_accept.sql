-- Makes the account that a skill was offered to its owner. False when there is no such offer, or it is over. Purchases,
-- earnings and holds stay as they are: what was sold was the former owner's sale, and a renewal is the new owner's.
CREATE OR REPLACE FUNCTION skill_transfer_accept(p_skill uuid, p_to uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_from uuid;
BEGIN
  PERFORM 1 FROM wallet WHERE account_id = p_to FOR UPDATE;
  PERFORM 1 FROM skill WHERE id = p_skill FOR UPDATE;
  PERFORM 1 FROM listing WHERE skill_id = p_skill FOR UPDATE;
  DELETE FROM skill_transfer t USING skill s WHERE t.skill_id = p_skill AND t.to_id = p_to AND t.expires_at > now()
    AND s.id = t.skill_id AND s.owner_id = t.from_id AND s.suspended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id IN (t.from_id, t.to_id)
      AND (a.suspended_at IS NOT NULL OR a.closed_at IS NOT NULL))
    RETURNING t.from_id INTO v_from;
  IF NOT FOUND THEN RETURN false; END IF;
  -- An owner uses their skill without a purchase.
  DELETE FROM plan_offer WHERE skill_id = p_skill AND account_id = p_to;
  UPDATE purchase SET auto_renew = false WHERE buyer_id = p_to AND skill_id = p_skill AND status = 'active';
  -- The endpoint still has the former secret, as the former owner has: calls carry both signatures for a week.
  UPDATE skill SET owner_id = p_to, updated_at = now(), previous_secret = signing_secret,
    previous_secret_ends_at = now() + interval '7 days', signing_secret = 'whsec_'
    || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64')
    WHERE id = p_skill;
  UPDATE listing SET owner_id = p_to WHERE skill_id = p_skill;
  UPDATE trusted_publisher SET is_active = false WHERE skill_id = p_skill;
  INSERT INTO skill_image (owner_id, sha256, width, height, size_bytes, put_at)
    SELECT p_to, i.sha256, i.width, i.height, i.size_bytes, now() FROM skill_image i WHERE i.owner_id = v_from
      AND EXISTS (SELECT 1 FROM skill_revision r WHERE r.skill_id = p_skill
        AND (r.icon = i.sha256 OR r.screenshots::jsonb ? i.sha256))
    ON CONFLICT DO NOTHING;
  RETURN true;
END $$;
