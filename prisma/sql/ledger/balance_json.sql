CREATE OR REPLACE FUNCTION balance_json(p_posted bigint, p_held bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT format('{"balance":%s,"held":%s,"available":%s,"currency":"credits"}',
   trim_scale(p_posted::numeric / 1000000),
   trim_scale(p_held::numeric / 1000000), trim_scale((p_posted - p_held)::numeric / 1000000)) $$;
