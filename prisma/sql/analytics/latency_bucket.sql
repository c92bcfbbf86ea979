-- The bucket of a duration: each bound is the one before times the square root of two, from 1 ms to 32 s.
CREATE OR REPLACE FUNCTION latency_bucket(p_ms int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT least(31, greatest(1, ceil(2 * log(2, greatest(1, p_ms)::numeric))::int + 1)) $$;
