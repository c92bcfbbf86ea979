-- Whether a malware scanner reported a package and no administrator has cleared the report.
CREATE OR REPLACE FUNCTION package_paused(p_package uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM malware_scan WHERE package_id = p_package AND found IS NOT NULL AND cleared_at IS NULL)
$$;
