-- Counts by error code added up.
CREATE OR REPLACE FUNCTION errors_add(p_sum jsonb, p_more jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN p_more = '{}' THEN p_sum WHEN p_sum = '{}' THEN p_more
     ELSE (SELECT jsonb_object_agg(code, n) FROM (SELECT code, sum(n::bigint) AS n
       FROM (SELECT * FROM jsonb_each_text(p_sum) UNION ALL SELECT * FROM jsonb_each_text(p_more)) AS each_of (code, n)
         GROUP BY code) AS summed) END $$;

CREATE OR REPLACE AGGREGATE errors_sum(jsonb) (SFUNC = errors_add, STYPE = jsonb, INITCOND = '{}');
