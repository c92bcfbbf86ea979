-- Publishers: an address of their own, a profile, and a badge that administrators give.
ALTER TABLE "account"
  ADD COLUMN "handle" TEXT NOT NULL DEFAULT ('user-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)),
  ADD COLUMN "bio" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "links" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "verified_at" TIMESTAMPTZ(3),
  ADD COLUMN "verified_by" UUID;
CREATE UNIQUE INDEX "account_handle_key" ON "account"("handle");
ALTER TABLE "account" ADD CONSTRAINT "account_handle_form" CHECK ("handle" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length("handle") <= 64);

CREATE TABLE "former_handle" (
    "handle" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_handle_pkey" PRIMARY KEY ("handle")
);
CREATE INDEX "former_handle_account_id_idx" ON "former_handle"("account_id");
CREATE INDEX "former_handle_expires_at_idx" ON "former_handle"("expires_at");

CREATE TABLE "collection" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "collection_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "collection_slug_key" ON "collection"("slug");

CREATE TABLE "collection_skill" (
    "collection_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "collection_skill_pkey" PRIMARY KEY ("collection_id","skill_id"),
    CONSTRAINT "collection_skill_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "collection_skill_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "collection_skill_skill_id_idx" ON "collection_skill"("skill_id");

CREATE TABLE "favorite" (
    "account_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "list" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "favorite_pkey" PRIMARY KEY ("account_id","skill_id"),
    CONSTRAINT "favorite_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "favorite_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "favorite_account_id_created_at_idx" ON "favorite"("account_id", "created_at" DESC);
CREATE INDEX "favorite_skill_id_idx" ON "favorite"("skill_id");

-- What filters ask of a listing, one bit each (lib/catalog/traits.ts), and a price that compares within its unit: per call as it is,
-- subscriptions by the month and after all prices per call.
ALTER TABLE "listing"
  ADD COLUMN "developer_handle" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "developer_verified" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "rating_counts" BIGINT[] NOT NULL DEFAULT '{0,0,0,0,0}',
  ADD COLUMN "week_uses" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "trust" JSONB,
  ADD COLUMN "traits" INTEGER NOT NULL GENERATED ALWAYS AS (
    CASE pricing_type WHEN 'usage' THEN 1 ELSE 2 END
    + CASE WHEN execution_type IN ('api', 'both') THEN 4 ELSE 0 END
    + CASE WHEN execution_type IN ('download', 'both') THEN 8 ELSE 0 END
    + CASE WHEN coalesce(CASE pricing_type WHEN 'usage' THEN price_per_call_micros ELSE price_micros END, 0) = 0 THEN 16 ELSE 0 END
    + CASE WHEN pricing_type = 'usage' AND free_calls > 0 THEN 32 ELSE 0 END
    + CASE WHEN rating_count > 0 AND rating_sum >= 3 * rating_count THEN 64 ELSE 0 END
    + CASE WHEN rating_count > 0 AND rating_sum >= 4 * rating_count THEN 128 ELSE 0 END
    + CASE WHEN developer_verified THEN 256 ELSE 0 END) STORED,
  ADD COLUMN "price_rank" BIGINT NOT NULL GENERATED ALWAYS AS (
    CASE pricing_type WHEN 'usage' THEN coalesce(price_per_call_micros, 0)
      ELSE 1125899906842624 + coalesce(price_micros, 0)
        * CASE subscription_interval WHEN 'day' THEN 487 WHEN 'week' THEN 487 ELSE 1 END
        / CASE subscription_interval WHEN 'day' THEN 16 WHEN 'week' THEN 112 WHEN 'year' THEN 12 ELSE 1 END
    END) STORED;

-- The old trigger reads columns that go here; the files of prisma/sql define it anew right after this migration.
DROP TRIGGER IF EXISTS "listing_follow_update" ON "listing";
DROP INDEX "listing_popularity_skill_id_pricing_type_idx", "listing_published_at_skill_id_pricing_type_idx",
  "listing_first_use_micros_skill_id_pricing_type_idx", "listing_rating_score_skill_id_pricing_type_idx",
  "listing_category_popularity_skill_id_pricing_type_idx", "listing_category_published_at_skill_id_pricing_type_idx",
  "listing_category_first_use_micros_skill_id_pricing_type_idx", "listing_category_rating_score_skill_id_pricing_type_idx";
ALTER TABLE "listing" DROP COLUMN "first_use_micros";
CREATE INDEX "listing_popularity_skill_id_traits_idx" ON "listing"("popularity" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_published_at_skill_id_traits_idx" ON "listing"("published_at" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_price_rank_skill_id_traits_idx" ON "listing"("price_rank", "skill_id", "traits");
CREATE INDEX "listing_rating_score_skill_id_traits_idx" ON "listing"("rating_score" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_week_uses_skill_id_traits_idx" ON "listing"("week_uses" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_category_popularity_skill_id_traits_idx" ON "listing"("category", "popularity" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_category_published_at_skill_id_traits_idx" ON "listing"("category", "published_at" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_category_price_rank_skill_id_traits_idx" ON "listing"("category", "price_rank", "skill_id", "traits");
CREATE INDEX "listing_category_rating_score_skill_id_traits_idx" ON "listing"("category", "rating_score" DESC, "skill_id" DESC, "traits");
CREATE INDEX "listing_owner_id_idx" ON "listing"("owner_id");
CREATE INDEX "listing_developer_handle_idx" ON "listing"("developer_handle");

UPDATE "listing" l SET developer_handle = a.handle FROM "account" a WHERE a.id = l.owner_id;
UPDATE "listing" l SET rating_counts = r.counts FROM (
  SELECT skill_id, ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
    count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)] AS counts FROM "skill_review" GROUP BY skill_id) AS r
  WHERE r.skill_id = l.skill_id;

ALTER TABLE "listing_search"
  ADD COLUMN "traits" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "price_rank" BIGINT NOT NULL DEFAULT 0,
  DROP COLUMN "pricing_type", DROP COLUMN "execution_type", DROP COLUMN "first_use_micros";
UPDATE "listing_search" s SET traits = l.traits, price_rank = l.price_rank FROM "listing" l WHERE l.skill_id = s.skill_id;
ALTER TABLE "listing_search" ALTER COLUMN "traits" DROP DEFAULT, ALTER COLUMN "price_rank" DROP DEFAULT;

DROP TABLE "listing_total";
CREATE TABLE "listing_total" (
    "category" TEXT NOT NULL,
    "traits" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "listing_total_pkey" PRIMARY KEY ("category","traits")
);
INSERT INTO "listing_total" SELECT category, traits, count(*) FROM "listing" GROUP BY 1, 2;

-- What customers met on a day, their own mistakes apart; what the developer does with the skill is no measure of it.
ALTER TABLE "skill_stats_day"
  ADD COLUMN "customer_failures" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "caller_errors" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "customer_latency" BIGINT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "failed_at" TIMESTAMPTZ(3),
  ADD COLUMN "refunds" BIGINT NOT NULL DEFAULT 0;

-- Skills whose trust figures are out of date: at once after an event, and each day while a counted day leaves the window.
CREATE TABLE "skill_trust" (
    "skill_id" UUID NOT NULL,
    "changes" BIGINT NOT NULL DEFAULT 1,
    "shown" BIGINT NOT NULL DEFAULT 0,
    "stale_on" DATE,

    CONSTRAINT "skill_trust_pkey" PRIMARY KEY ("skill_id")
);
CREATE INDEX "skill_trust_stale_on_idx" ON "skill_trust"("stale_on");
CREATE INDEX "skill_trust_due_idx" ON "skill_trust"("skill_id") WHERE changes <> shown;
INSERT INTO "skill_trust" (skill_id) SELECT DISTINCT skill_id FROM "skill_stats_day";
