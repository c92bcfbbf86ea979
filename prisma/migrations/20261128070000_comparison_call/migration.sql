-- CreateTable
CREATE TABLE "comparison_call" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "differences" JSON,
    "is_severe" BOOLEAN NOT NULL DEFAULT false,
    "called_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comparison_call_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "comparison_call_skill_id_called_at_idx" ON "comparison_call"("skill_id", "called_at");
