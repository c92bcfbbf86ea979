-- Whether the seller of a package has yanked it, and the yank is in force.
CREATE OR REPLACE FUNCTION package_yanked(p_package uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM advisory WHERE package_id = p_package AND kind = 'yank' AND withdrawn_at IS NULL)
$$;
