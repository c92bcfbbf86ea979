-- AlterTable
ALTER TABLE "scheduled_decision" ADD COLUMN     "names" JSONB;

-- CreateTable
CREATE TABLE "name_check" (
    "skill_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "open" TEXT[],
    "told" TEXT[],
    "seen" TEXT[],
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "name_check_pkey" PRIMARY KEY ("skill_id")
);

-- AddForeignKey
ALTER TABLE "name_check" ADD CONSTRAINT "name_check_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
