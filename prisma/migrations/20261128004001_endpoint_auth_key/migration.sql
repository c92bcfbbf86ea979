ALTER TABLE "skill_endpoint_auth" DROP CONSTRAINT "skill_endpoint_auth_pkey",
    ADD CONSTRAINT "skill_endpoint_auth_pkey" PRIMARY KEY USING INDEX "skill_endpoint_auth_by_origin";
