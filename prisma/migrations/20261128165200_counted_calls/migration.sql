-- AlterTable
ALTER TABLE "skill_stats_day" ADD COLUMN     "counted_calls" BIGINT,
ADD COLUMN     "counted_failures" BIGINT;
