ALTER TABLE "invitation" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX "invitation_id_key" ON "invitation"("id");
