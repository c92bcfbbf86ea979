-- What anyone may read of a package before buying it.
ALTER TABLE "skill_revision" ADD COLUMN "package_preview" TEXT NOT NULL DEFAULT 'skill_md';
ALTER TABLE "listing" ADD COLUMN "package_preview" TEXT NOT NULL DEFAULT 'skill_md';
