ALTER TABLE "hold" ADD COLUMN "skill_version" INTEGER;
ALTER TABLE "usage_record" ADD COLUMN "skill_version" INTEGER;

CREATE TABLE "superseded_version" (
    "revision_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "superseded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "superseded_version_pkey" PRIMARY KEY ("revision_id")
);

CREATE UNIQUE INDEX "superseded_version_skill_id_number_key" ON "superseded_version"("skill_id", "number");

ALTER TABLE "superseded_version" ADD CONSTRAINT "superseded_version_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "skill_revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;
