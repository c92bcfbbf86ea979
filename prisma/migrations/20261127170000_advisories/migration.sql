-- CreateTable
CREATE TABLE "advisory" (
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "skill_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by_marketplace" BOOLEAN NOT NULL,
    "severity" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "details" TEXT NOT NULL DEFAULT '',
    "action" TEXT NOT NULL,
    "package_id" UUID,
    "introduced" INTEGER NOT NULL DEFAULT 1,
    "fixed_in" INTEGER,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "advisory_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "advisory_number_key" ON "advisory"("number");

-- CreateIndex
CREATE UNIQUE INDEX "advisory_sequence_key" ON "advisory"("sequence");

-- CreateIndex
CREATE INDEX "advisory_skill_id_idx" ON "advisory"("skill_id");

-- AddForeignKey
ALTER TABLE "advisory" ADD CONSTRAINT "advisory_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One yank a package, and one recall a skill, at a time.
CREATE UNIQUE INDEX "advisory_yank" ON "advisory"("package_id") WHERE withdrawn_at IS NULL AND kind = 'yank';
CREATE UNIQUE INDEX "advisory_recall" ON "advisory"("skill_id") WHERE withdrawn_at IS NULL AND kind = 'malware';

ALTER TABLE "advisory" ADD CONSTRAINT "advisory_kind" CHECK (kind IN ('yank', 'vulnerability', 'malware'));
ALTER TABLE "advisory" ADD CONSTRAINT "advisory_severity" CHECK (severity IN ('low', 'moderate', 'high', 'critical'));
ALTER TABLE "advisory" ADD CONSTRAINT "advisory_versions"
  CHECK ((kind = 'yank') = (package_id IS NOT NULL) AND introduced > 0 AND fixed_in > introduced);
