-- A secret without an origin goes nowhere: its seller sets it again.
ALTER TABLE "skill_endpoint_auth" ADD COLUMN     "origin" TEXT NOT NULL DEFAULT '';
