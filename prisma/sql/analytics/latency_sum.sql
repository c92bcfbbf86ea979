-- Counts of durations added up, bucket by bucket.
CREATE OR REPLACE FUNCTION latency_add(p_sum bigint[], p_more bigint[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN cardinality(p_more) = 0 THEN p_sum WHEN cardinality(p_sum) = 0 THEN p_more
     ELSE (SELECT array_agg(a + b ORDER BY i) FROM unnest(p_sum, p_more) WITH ORDINALITY AS both_of (a, b, i)) END $$;

CREATE OR REPLACE AGGREGATE latency_sum(bigint[]) (SFUNC = latency_add, STYPE = bigint[], INITCOND = '{}');
