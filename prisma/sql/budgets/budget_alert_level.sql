-- The share of a budget that is spent, as its alerts go: 0, 50, 80 or 100 percent. A budget of nothing alerts no one.
CREATE OR REPLACE FUNCTION budget_alert_level(p_spent bigint, p_amount bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_amount = 0 THEN 0 WHEN p_spent >= p_amount THEN 100 WHEN p_spent * 5 >= p_amount * 4 THEN 80
    WHEN p_spent * 2 >= p_amount THEN 50 ELSE 0 END
$$;
