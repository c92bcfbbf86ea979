ALTER TABLE "review_event" ADD COLUMN "terms_before" JSONB,
  ADD COLUMN "terms_after" JSONB,
  ADD COLUMN "applies_at" TIMESTAMPTZ(3);
