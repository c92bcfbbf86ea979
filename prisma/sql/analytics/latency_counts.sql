-- Counts of durations by bucket, as one array.
CREATE OR REPLACE FUNCTION latency_counts(p_ms int[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT array_agg(coalesce(n, 0) ORDER BY bucket) FROM generate_series(1, 31) AS bucket
     LEFT JOIN (SELECT latency_bucket(ms) AS bucket, count(*) AS n FROM unnest(p_ms) AS ms GROUP BY 1) AS counted
       USING (bucket)
   WHERE cardinality(p_ms) > 0 $$;
