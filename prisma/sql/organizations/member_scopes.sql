-- Most that the key of a member with this role may do. `tests/api/member-roles.test.ts` compares it with their table.
CREATE OR REPLACE FUNCTION member_scopes(p_role text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_role WHEN 'owner' THEN ARRAY['read', 'purchase', 'execute', 'publish']
    WHEN 'developer' THEN ARRAY['read', 'purchase', 'execute', 'publish']
    WHEN 'member' THEN ARRAY['read', 'purchase', 'execute']
    WHEN 'billing' THEN ARRAY['read', 'purchase']
    WHEN 'viewer' THEN ARRAY['read'] ELSE '{}' END
$$;
