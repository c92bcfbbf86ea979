-- AlterTable
ALTER TABLE "account" ADD COLUMN     "two_people" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "visibility" TEXT NOT NULL DEFAULT 'public';

-- A private skill is never listed: whatever strangers read is a listing, so nothing of it can leak. Its slug is a path
-- under its organization's handle, so it takes none of the marketplace's.
ALTER TABLE "skill" ADD CONSTRAINT "skill_private" CHECK (CASE visibility WHEN 'public' THEN left(slug, 1) <> '@'
  WHEN 'organization' THEN left(slug, 1) = '@' AND unlisted_at IS NOT NULL ELSE false END) NOT VALID;
