-- The marketplace's cut, rounded down; the rest is the developer's, so that both always sum to the price.
CREATE OR REPLACE FUNCTION marketplace_fee(p_price bigint, p_fee_bps int) RETURNS bigint LANGUAGE sql IMMUTABLE AS
$$ SELECT (p_price * p_fee_bps) / 10000 $$;
