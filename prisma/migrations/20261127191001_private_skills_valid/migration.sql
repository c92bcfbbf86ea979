ALTER TABLE "skill" VALIDATE CONSTRAINT "skill_private";
