-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "credentials" JSON;

-- AlterTable
ALTER TABLE "skill_revision" ADD COLUMN     "credentials" JSON;

-- CreateTable
CREATE TABLE "skill_credential" (
    "account_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "skill_credential_pkey" PRIMARY KEY ("account_id","skill_id","name")
);

-- CreateIndex
CREATE INDEX "skill_credential_skill_id_idx" ON "skill_credential"("skill_id");

-- AddForeignKey
ALTER TABLE "skill_credential" ADD CONSTRAINT "skill_credential_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_credential" ADD CONSTRAINT "skill_credential_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
