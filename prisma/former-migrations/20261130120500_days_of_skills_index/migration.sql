CREATE INDEX CONCURRENTLY "skill_stats_day_day_idx" ON "skill_stats_day"("day");
