-- CreateTable
CREATE TABLE "account_usage_hour" (
    "account_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "skill_slug" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "account_usage_hour_pkey" PRIMARY KEY ("account_id","hour","skill_slug")
);

-- Failed calls of a skill are few, and are what developers filter by.
CREATE INDEX usage_record_failures ON usage_record (skill_id, created_at DESC) WHERE status = 'failed';
