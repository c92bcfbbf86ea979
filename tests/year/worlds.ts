/** Worlds one after the other in one process: each begins with the database as its migrations left it. */
import { query, transaction } from "@/lib/platform/core/db";
import { openWorld, type World } from "@/tests/year/actors/world";

/** What lives with the process, which has written it once: its lease, and the resources that tokens are for. */
const LEFT = "'_prisma_migrations', 'sql_functions', 'process_lease', 'oauth_resource'";
const TABLES = `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND NOT c.relispartition AND c.relname NOT IN (${LEFT}) ORDER BY 1`;
const COLUMNS = `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

let begun = false;

/** Stores the rows that migrations made, or puts them back in the place of all others. */
async function begin(): Promise<void> {
  const tables = (await query<{ name: string }>("year.tables", TABLES, [])).map(({ name }) => name);
  await transaction(async (db) => {
    await db.query("SET LOCAL session_replication_role = replica");
    if (!begun) await db.query("CREATE SCHEMA IF NOT EXISTS pristine");
    await db.query("CREATE TEMP TABLE known_listing ON COMMIT DROP AS SELECT skill_id FROM listing_change");
    for (const name of tables) {
      if (!begun) await db.query(`CREATE TABLE pristine."${name}" AS SELECT * FROM public."${name}"`);
      else {
        const { rows } = await db.query<{ names: string }>(COLUMNS, [`public."${name}"`]);
        const names = rows[0]?.names;
        await db.query(`DELETE FROM public."${name}"`);
        await db.query(`INSERT INTO public."${name}" (${names}) SELECT ${names} FROM pristine."${name}"`);
      }
    }
    // What processes cache of the catalog counts for one generation.
    await db.query("UPDATE catalog_generation SET generation = nextval('event_seq'), settings = currval('event_seq')");
    await db.query(
      `INSERT INTO listing_change (skill_id, generation) SELECT skill_id, currval('event_seq') FROM known_listing
        ON CONFLICT (skill_id) DO UPDATE SET generation = excluded.generation`,
    );
    // Sums go on from here: numbers of events never repeat.
    await db.query("UPDATE rollup_cursor SET event_seq = (SELECT last_value FROM event_seq), next_event_seq = NULL");
  });
  begun = true;
}

/** Runs work in a world in which nothing has happened. */
export async function inNewWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  await begin();
  const world = await openWorld();
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}
