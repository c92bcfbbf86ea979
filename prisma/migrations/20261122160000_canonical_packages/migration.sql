-- A package is recognised by what it holds, however it was zipped, and its archive has one folder named as the skill.
ALTER TABLE "skill_package" RENAME COLUMN "forgotten_at" TO "removed_at";
ALTER TABLE "skill_package" ADD COLUMN "name" TEXT, ADD COLUMN "content_sha256" TEXT;

-- Packages from before are archives as they were sent, recognised by their bytes.
ALTER TABLE "skill_package" DISABLE TRIGGER USER;
UPDATE "skill_package" SET "name" = '', "content_sha256" = "sha256";
ALTER TABLE "skill_package" ENABLE TRIGGER USER;

ALTER TABLE "skill_package" ALTER COLUMN "name" SET NOT NULL, ALTER COLUMN "content_sha256" SET NOT NULL;
DROP INDEX "skill_package_skill_id_sha256_key";
CREATE UNIQUE INDEX "skill_package_skill_id_content_sha256_key" ON "skill_package"("skill_id", "content_sha256");
