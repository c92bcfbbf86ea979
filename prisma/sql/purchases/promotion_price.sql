-- What a term costs with a promotion code: never less than nothing, and a part of a micro-credit is not taken off.
CREATE OR REPLACE FUNCTION promotion_price(p_price bigint, p_percent int, p_amount bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE AS
$$ SELECT greatest(0, p_price - coalesce(p_amount, p_price * p_percent / 100)) $$;
