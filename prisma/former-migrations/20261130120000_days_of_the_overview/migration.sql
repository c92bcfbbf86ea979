-- The operator's overview counted active accounts from a row for each skill, day and caller: 0.9 s at a million calls, and more with
-- every call. The analytics rollup now updates daily totals.
CREATE TABLE "account_activity" (
    "account_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "account_activity_pkey" PRIMARY KEY ("account_id", "role")
);
CREATE TABLE "activity_day" (
    "day" DATE NOT NULL,
    "days_since" INTEGER NOT NULL,
    "buyers" BIGINT NOT NULL,
    "sellers" BIGINT NOT NULL,

    CONSTRAINT "activity_day_pkey" PRIMARY KEY ("day", "days_since")
);
CREATE TABLE "call_day" (
    "day" DATE NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "call_day_pkey" PRIMARY KEY ("day")
);

INSERT INTO call_day (day, calls)
  SELECT day, sum(calls + downloads) FROM skill_stats_day GROUP BY day HAVING sum(calls + downloads) > 0;
WITH active AS MATERIALIZED (
  SELECT DISTINCT r.account_id, r.role, c.day FROM skill_caller_day c JOIN skill s ON s.id = c.skill_id,
      LATERAL (VALUES (c.account_id, 'buyer'), (s.owner_id, 'seller')) AS r (account_id, role)
   WHERE c.account_id <> s.owner_id),
latest AS (
  INSERT INTO account_activity (account_id, role, day) SELECT account_id, role, max(day) FROM active GROUP BY account_id, role)
INSERT INTO activity_day (day, days_since, buyers, sellers)
  SELECT day, least(coalesce(day - before, 365), 365), count(*) FILTER (WHERE role = 'buyer'), count(*) FILTER (WHERE role = 'seller')
    FROM (SELECT role, day, lag(day) OVER (PARTITION BY account_id, role ORDER BY day) AS before FROM active) AS a GROUP BY 1, 2;
