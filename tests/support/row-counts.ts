import { pool } from "@/lib/platform/core/db";

let statement: Promise<string> | undefined;

/** The statement that counts every table at once: asked for one by one, they took most of the time of a test's requests. */
async function countEveryTable(): Promise<string> {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'rate_counter%' ORDER BY 1",
  );
  const counts = rows.map(({ name }) => `'${name}=' || (SELECT count(*) FROM "${name}")`);
  return `SELECT array_to_string(ARRAY[${counts.join(", ")}], ' ') AS counts`;
}

/** How many rows every table has but that of attempts, so that nothing written can go unseen. */
export async function rowCounts(): Promise<string> {
  statement ??= countEveryTable();
  const { rows } = await pool().query<{ counts: string }>({ name: "row-counts", text: await statement });
  return rows[0]?.counts ?? "";
}
