-- The sweeper reads all open holds, by any index of them. The slug is read where it is recorded.
DROP INDEX "hold_open_by_expiry";
ALTER TABLE "hold" ALTER COLUMN "skill_slug" DROP NOT NULL;
