-- What a skill answers, what becomes of an answer that is different, and examples of both sides.
ALTER TABLE "skill_revision" ADD COLUMN "response_schema" JSON, ADD COLUMN "response_mode" TEXT NOT NULL DEFAULT 'flag', ADD COLUMN "examples" JSON;
ALTER TABLE "listing" ADD COLUMN "response_schema" JSON, ADD COLUMN "response_mode" TEXT NOT NULL DEFAULT 'flag', ADD COLUMN "examples" JSON;
