-- Skills from before this release let visitors try nothing until their sellers say so; null, which new ones begin with, means yes.
ALTER TABLE "skill" ADD COLUMN     "guest_calls" BOOLEAN DEFAULT false;
ALTER TABLE "skill" ALTER COLUMN "guest_calls" DROP DEFAULT;

-- AlterTable
ALTER TABLE "skill_stats_day" ADD COLUMN     "guest_calls" BIGINT NOT NULL DEFAULT 0;
