-- A draft at another host must not take the credentials of the live version.
ALTER TABLE "skill_endpoint_auth" DROP CONSTRAINT "skill_endpoint_auth_pkey",
    ADD CONSTRAINT "skill_endpoint_auth_pkey" PRIMARY KEY ("skill_id", "origin");
