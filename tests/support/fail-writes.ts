import { pool } from "@/lib/platform/core/db";

/**
 * Makes the database refuse what is written to a table for one owner, as a bug or a broken row would. Returns how to end it.
 * `condition` is SQL over `NEW`.
 */
export async function failWrites(table: string, condition: string): Promise<() => Promise<void>> {
  await pool().query(
    `CREATE OR REPLACE FUNCTION test_stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stumbled in a test'; END $$`,
  );
  await pool().query(
    `CREATE TRIGGER test_stumble BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION test_stumble()`,
  );
  return async () => {
    await pool().query(`DROP TRIGGER test_stumble ON ${table}`);
  };
}
