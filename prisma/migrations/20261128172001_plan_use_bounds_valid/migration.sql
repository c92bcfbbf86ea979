ALTER TABLE "plan_use" VALIDATE CONSTRAINT "plan_use_within";
