-- The marketplace's share of a developer's sales, in basis points: the developer's own where there is one, or else the
-- general one: p_general of processes of the former release (null otherwise), or else the setting of the marketplace,
-- or else 15%.
CREATE OR REPLACE FUNCTION fee_bps_of(p_developer uuid, p_general int) RETURNS int LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT fee_bps FROM account WHERE id = p_developer), p_general,
    (SELECT fee_bps FROM site_settings), 1500);
END $$;
