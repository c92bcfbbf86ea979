-- CreateTable
CREATE TABLE "skill_source" (
    "skill_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "source" JSONB,
    "version" TEXT,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_source_pkey" PRIMARY KEY ("skill_id")
);

-- AddForeignKey
ALTER TABLE "skill_source" ADD CONSTRAINT "skill_source_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
