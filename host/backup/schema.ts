import type { ClientBase } from "pg";
import type { Manifest } from "@/host/backup/manifest";

/** Tables that a restore fills by migrating. */
const RECORDS = ["_prisma_migrations", "sql_functions"];

/** The tables of the database with the columns that are copied: generated ones follow from others. */
export async function tablesOf(client: ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
      GROUP BY c.relname ORDER BY c.relname`,
    [RECORDS],
  );
  return rows;
}

/** The partitions of our tables, as `CREATE TABLE … PARTITION OF` names their bounds. The job queue's, in its schema, are its own. */
export async function partitionsOf(client: ClientBase): Promise<Manifest["partitions"]> {
  const { rows } = await client.query<Manifest["partitions"][number]>(
    `SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND p.relnamespace = c.relnamespace ORDER BY c.relname`,
  );
  return rows;
}

/** The sequences that have been used, each with its last value. */
export async function sequencesOf(client: ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<Manifest["sequences"][number]>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return rows;
}

/** The finished migrations of the database in the order of their names. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

/** The foreign keys of the database: what drops each, and what makes it again. */
export async function foreignKeysOf(client: ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  return rows;
}
