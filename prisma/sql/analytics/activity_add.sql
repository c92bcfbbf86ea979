-- Rolls up who was active on which day, from the calls with event numbers above p_from, up to p_until. Called by
-- rollup_analytics. An account counts once a day, under the days since its previous activity, so that any period can be
-- counted without reading calls. Around midnight, a call may be rolled up after one of the next day by the same
-- account; it does not count its day.
CREATE OR REPLACE FUNCTION activity_add(p_from bigint, p_until bigint) RETURNS void LANGUAGE sql AS $$
  WITH active AS (
    SELECT DISTINCT r.account_id, r.role, utc_day(u.created_at) AS day
      FROM usage_record u, LATERAL (VALUES (u.account_id, 'buyer'), (u.developer_id, 'seller')) AS r (account_id, role)
     WHERE u.event_seq > p_from AND u.event_seq <= p_until AND u.account_id <> u.developer_id),
  fresh AS MATERIALIZED (
    SELECT * FROM (
      SELECT account_id, role, active.day,
        greatest(a.day, lag(active.day) OVER (PARTITION BY account_id, role ORDER BY active.day)) AS before
        FROM active LEFT JOIN account_activity a USING (account_id, role)) AS d
     WHERE before IS NULL OR before < day),
  latest AS (
    INSERT INTO account_activity (account_id, role, day) SELECT account_id, role, max(day) FROM fresh
      GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (account_id, role) DO UPDATE SET day = excluded.day)
  INSERT INTO activity_day AS d (day, days_since, buyers, sellers)
    SELECT day, least(coalesce(day - before, 365), 365), count(*) FILTER (WHERE role = 'buyer'),
      count(*) FILTER (WHERE role = 'seller')
      FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, days_since) DO UPDATE SET buyers = d.buyers + excluded.buyers,
    sellers = d.sellers + excluded.sellers
$$;
