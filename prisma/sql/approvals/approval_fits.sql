-- Whether an approval covers a charge: it is of this account, key and version of a skill, has enough left, and is of
-- this very request, or of any for the skill. Asked under the wallet's lock, so that what fits is spent once.
CREATE OR REPLACE FUNCTION approval_fits(p_approval uuid, p_account uuid, p_key uuid, p_skill uuid, p_version int,
  p_price bigint, p_digest bytea) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN p_approval IS NOT NULL AND EXISTS (SELECT 1 FROM approval a
    WHERE a.id = p_approval AND a.account_id = p_account AND a.key_id = p_key AND a.skill_id = p_skill
    AND a.skill_version = p_version AND a.state = 'approved'
    AND a.expires_at > now() AND a.left_micros >= p_price
    AND (a.scope = 'skill' OR a.price_micros = p_price AND a.digest = p_digest));
END $$;
