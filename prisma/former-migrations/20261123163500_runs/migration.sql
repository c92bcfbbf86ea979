-- Calls that their callers do not wait for.
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "skill_slug" TEXT NOT NULL,
    "result" TEXT,
    "usage" JSONB,
    "error_code" TEXT,
    "error_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "announced_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "run_announced_at_idx" ON "run"("announced_at");
