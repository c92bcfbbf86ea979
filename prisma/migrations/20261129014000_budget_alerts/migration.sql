-- A call says when it is reserved whether its budgets' alerts are to be looked at when it is settled.
ALTER TABLE "hold" ADD COLUMN "budget_alerts" BOOLEAN;
ALTER TABLE "budget_spend" ADD COLUMN "alerted_level" SMALLINT NOT NULL DEFAULT 0;
