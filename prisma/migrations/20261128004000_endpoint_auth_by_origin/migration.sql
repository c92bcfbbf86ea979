-- A draft at another host must not take the credentials of the live version.
CREATE UNIQUE INDEX CONCURRENTLY "skill_endpoint_auth_by_origin" ON "skill_endpoint_auth"("skill_id", "origin");
