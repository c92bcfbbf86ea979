import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { fillTables } from "@/tests/support/full-tables";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";

const ROWS = 20_000;
const CALLS = 100_000_000;

let reader: Person;
beforeAll(async () => {
  reader = await person();
  await fillTables(reader.id, ROWS);
  await pool().query("VACUUM ANALYZE");
});

const statements = watchStatements();

test("with the statistics of 100 million calls of 500 skills, every page of them is still planned by index", async () => {
  const seller = await person();
  const { id } = await liveSkill(seller);
  const calls = `/v1/developer/skills/${id}/calls`;
  statements.clear();
  for (const [path, { key }] of [
    ["/v1/usage", reader],
    ["/v1/usage?skill=a&status=failed&offset=1000", reader],
    ["/v1/ledger", reader],
    [calls, seller],
    [`${calls}?status=failed&offset=1000`, seller],
    [`${calls}?error_code=upstream_failed`, seller],
    [`/v1/developer/skills/${id}/analytics`, seller],
  ] as const)
    expect((await call("GET", path, { key })).status).toBe(200);
  const sent = statements.sent.filter(({ text }) => /^\s*(SELECT|WITH)/i.test(text));
  expect(sent.filter(({ text }) => /usage_record|ledger_entry/.test(text)).length).toBeGreaterThan(6);
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    // The planner takes the rows of a page of the table from here, and the pages from the file.
    const { rows: full } = await client.query<{ name: string }>(
      `SELECT relname AS name, pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', greatest(relpages, 1),
          'reltuples', (reltuples * $1)::real)
        FROM pg_class WHERE relkind IN ('r', 'i') AND reltuples > 0 AND relname ~ '^(usage_record|ledger_entry)'`,
      [CALLS / ROWS],
    );
    await client.query(
      `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', attname, 'inherited', false,
          'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 500::real)
        FROM pg_class c CROSS JOIN unnest(ARRAY['skill_id', 'developer_id']) AS attname
       WHERE c.relkind = 'r' AND c.relname LIKE 'usage_record_%' AND c.reltuples > 0`,
    );
    for (const { text, values } of sent) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(new RegExp(`Seq Scan on (${full.map(({ name }) => name).join("|")})\\b`));
    }
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
