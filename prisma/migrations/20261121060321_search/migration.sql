-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "name_folded" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "search" tsvector;

-- CreateIndex
CREATE INDEX "listing_search_idx" ON "listing" USING GIN ("search");

-- CreateIndex
CREATE INDEX "listing_name_folded_idx" ON "listing" USING GIN ("name_folded" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "listing_popularity_skill_id_pricing_type_idx" ON "listing"("popularity" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_published_at_skill_id_pricing_type_idx" ON "listing"("published_at" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_first_use_micros_skill_id_pricing_type_idx" ON "listing"("first_use_micros", "skill_id", "pricing_type");

-- CreateIndex
CREATE INDEX "listing_rating_score_skill_id_pricing_type_idx" ON "listing"("rating_score" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_popularity_skill_id_pricing_type_idx" ON "listing"("category", "popularity" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_published_at_skill_id_pricing_type_idx" ON "listing"("category", "published_at" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_first_use_micros_skill_id_pricing_type_idx" ON "listing"("category", "first_use_micros", "skill_id", "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_rating_score_skill_id_pricing_type_idx" ON "listing"("category", "rating_score" DESC, "skill_id" DESC, "pricing_type");

-- Text without accents, in lower case. `unaccent` itself is not immutable, since its dictionary might change; ours does not.
CREATE FUNCTION fold(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
$$ SELECT lower(public.unaccent('public.unaccent', p_text)) $$;

-- Words of the name count most. Both as they stand and by their English stems, so that other languages lose nothing.
CREATE FUNCTION listing_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_description text := fold(NEW.description);
BEGIN
  -- Names are compared as words: `code-review` is "code review".
  NEW.name_folded := btrim(regexp_replace(translate(fold(NEW.name), '-_./:,;|()[]+&', repeat(' ', 14)), ' +', ' ', 'g'));
  NEW.search := setweight(to_tsvector('simple', NEW.name_folded), 'A') || setweight(to_tsvector('english', NEW.name_folded), 'B')
    || setweight(to_tsvector('simple', v_description), 'C') || setweight(to_tsvector('english', v_description), 'D');
  RETURN NEW;
END $$;
CREATE TRIGGER listing_fold BEFORE INSERT OR UPDATE OF name, description ON listing FOR EACH ROW EXECUTE FUNCTION listing_fold();

-- Parts of words, and scripts that write without spaces.
CREATE INDEX listing_parts ON listing USING gin ((fold(name || ' ' || description)) gin_trgm_ops);
