-- The rule on free calls, all of it here: an account has as many of a skill as the skill grants, once. A call takes one
-- when it is reserved, under the wallet's lock, and a call that fails returns it. The rule's texts:
-- lib/supply/skills/price-text.ts. Since when uses count against the grant: they never renew.
CREATE OR REPLACE FUNCTION free_calls_since() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT '-infinity'::timestamptz
$$;

CREATE OR REPLACE FUNCTION free_calls_used(p_account uuid, p_skill uuid) RETURNS int LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT used FROM free_call_use WHERE account_id = p_account AND skill_id = p_skill), 0);
END $$;

CREATE OR REPLACE FUNCTION free_calls_left(p_account uuid, p_skill uuid, p_granted int) RETURNS int
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE WHEN p_granted > 0 THEN greatest(0, p_granted - free_calls_used(p_account, p_skill)) ELSE 0 END;
END $$;

CREATE OR REPLACE FUNCTION free_call_take(p_account uuid, p_skill uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO free_call_use AS f (account_id, skill_id, used) VALUES (p_account, p_skill, 1)
    ON CONFLICT (account_id, skill_id) DO UPDATE SET used = f.used + 1;
END $$;

CREATE OR REPLACE FUNCTION free_call_return(p_hold hold) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE free_call_use SET used = used - 1 WHERE account_id = p_hold.account_id AND skill_id = p_hold.skill_id;
END $$;
