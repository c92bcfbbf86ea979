-- The end of term n of a subscription: calendar terms in UTC, counted from the anchor (31 January + 1 month is the last of February, + 2 the 31 March).
CREATE OR REPLACE FUNCTION term_end(p_anchor timestamptz, p_interval text, p_term int) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
$$ SELECT (p_anchor AT TIME ZONE 'UTC' + p_term * ('1 ' || p_interval)::interval) AT TIME ZONE 'UTC' $$;
