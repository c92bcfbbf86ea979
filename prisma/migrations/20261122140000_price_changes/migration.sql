-- A rise of a used skill's price waits here until it applies; the listing shows it meanwhile.
ALTER TABLE "skill" ADD COLUMN "next_terms" JSONB, ADD COLUMN "next_terms_at" TIMESTAMPTZ(3), ADD COLUMN "price_raised_at" TIMESTAMPTZ(3);
ALTER TABLE "listing" ADD COLUMN "next_terms" JSONB, ADD COLUMN "next_terms_at" TIMESTAMPTZ(3);
ALTER TABLE "skill" ADD CONSTRAINT skill_next_terms_dated CHECK ((next_terms IS NULL) = (next_terms_at IS NULL));
CREATE INDEX skill_next_terms_due ON "skill" (next_terms_at) WHERE next_terms_at IS NOT NULL;
