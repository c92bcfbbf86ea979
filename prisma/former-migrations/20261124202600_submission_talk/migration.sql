CREATE TABLE "submission_comment" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "from_reviewer" BOOLEAN NOT NULL,
    "field" TEXT,
    "file" TEXT,
    "line" INTEGER,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "submission_comment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "submission_comment_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "submission_comment_skill_id_created_at_idx" ON "submission_comment"("skill_id", "created_at");

CREATE TABLE "submission_probe" (
    "revision_id" UUID NOT NULL,
    "result" JSONB,
    "failure" TEXT,
    "called_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "submission_probe_pkey" PRIMARY KEY ("revision_id")
);
