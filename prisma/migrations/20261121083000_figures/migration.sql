-- Usage arrives in the order of time, so the smallest kind of index finds an hour of it.
CREATE INDEX usage_record_by_time ON usage_record USING brin (created_at);

-- Sales of subscriptions and what was given back of them, by time.
DROP INDEX ledger_transaction_sales;
CREATE INDEX ledger_transaction_sales ON ledger_transaction (created_at) WHERE source_type IN ('purchase', 'refund');

-- Counts of durations added up, bucket by bucket.
CREATE FUNCTION latency_add(p_sum bigint[], p_more bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN cardinality(p_more) = 0 THEN p_sum WHEN cardinality(p_sum) = 0 THEN p_more
     ELSE (SELECT array_agg(a + b ORDER BY i) FROM unnest(p_sum, p_more) WITH ORDINALITY AS both_of (a, b, i)) END $$;
CREATE AGGREGATE latency_sum(bigint[]) (SFUNC = latency_add, STYPE = bigint[], INITCOND = '{}');

-- Counts by error code added up.
CREATE FUNCTION errors_add(p_sum jsonb, p_more jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN p_more = '{}' THEN p_sum WHEN p_sum = '{}' THEN p_more
     ELSE (SELECT jsonb_object_agg(code, n) FROM (SELECT code, sum(n::bigint) AS n
       FROM (SELECT * FROM jsonb_each_text(p_sum) UNION ALL SELECT * FROM jsonb_each_text(p_more)) AS each_of (code, n) GROUP BY code) AS summed) END $$;
CREATE AGGREGATE errors_sum(jsonb) (SFUNC = errors_add, STYPE = jsonb, INITCOND = '{}');
