ALTER TABLE "skill_stats_day" ADD COLUMN "views" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "skill_caller_day" ADD COLUMN "is_paying" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "visit_day" (
    "day" DATE NOT NULL,
    "visits" BIGINT NOT NULL,

    CONSTRAINT "visit_day_pkey" PRIMARY KEY ("day")
);
