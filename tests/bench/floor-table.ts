import { pool } from "@/lib/platform/core/db";

/** A table of the floor's own, with the indexes that one would make for its statements. `DROP TABLE floor_listing` ends it. */
export async function layFloor(): Promise<void> {
  await pool().query("CREATE TABLE floor_listing AS SELECT * FROM listing");
  await pool().query(
    `ALTER TABLE floor_listing ADD PRIMARY KEY (skill_id), ADD COLUMN words tsvector GENERATED ALWAYS AS (
       setweight(to_tsvector('simple', name), 'A') || to_tsvector('simple', description)) STORED`,
  );
  for (const columns of [
    "btree (popularity DESC, skill_id DESC)",
    "btree (published_at DESC, skill_id DESC)",
    "btree (price_rank, skill_id)",
    "btree (category, popularity DESC, skill_id DESC)",
    "btree (category, published_at DESC, skill_id DESC)",
    "btree (category, price_rank, skill_id)",
    "btree (slug)",
    "gin (words)",
    "gin (name gin_trgm_ops, description gin_trgm_ops)",
  ])
    await pool().query(`CREATE INDEX ON floor_listing USING ${columns}`);
  await pool().query("VACUUM ANALYZE floor_listing");
}
