-- The end of term n of a subscription: calendar terms in UTC, counted from the anchor (31 January + 1 month is the last
-- of February, + 2 the 31 March). The lengths are those of lib/supply/skills/intervals.ts; an unknown one has no end,
-- which no purchase may have.
CREATE OR REPLACE FUNCTION term_end(p_anchor timestamptz, p_interval text, p_term int) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE AS
$$ SELECT (p_anchor AT TIME ZONE 'UTC' + p_term * CASE p_interval
  WHEN 'day' THEN interval '1 day' WHEN 'week' THEN interval '7 days' WHEN 'month' THEN interval '1 month'
  WHEN 'year' THEN interval '12 months'
  END) AT TIME ZONE 'UTC' $$;

-- Its days when the prices of two lengths are compared.
CREATE OR REPLACE FUNCTION term_days(p_interval text) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE p_interval WHEN 'day' THEN 1 WHEN 'week' THEN 7 WHEN 'month' THEN 30 WHEN 'year' THEN 365 END $$;
