-- CreateTable
CREATE TABLE "tool_check" (
    "skill_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "differences" JSON NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_check_pkey" PRIMARY KEY ("skill_id")
);

-- AddForeignKey
ALTER TABLE "tool_check" ADD CONSTRAINT "tool_check_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
