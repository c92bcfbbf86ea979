CREATE INDEX "listing_category_week_uses_skill_id_traits_idx" ON "listing"("category", "week_uses" DESC, "skill_id" DESC, "traits");
