import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { MANIFEST, type Manifest, tableEntry } from "@/host/backup/manifest";
import { openBackup } from "@/host/backup/read";
import { tablesOf } from "@/host/backup/schema";
import { rewritten } from "@/tests/support/archives";
import { runBackup } from "@/tests/support/backups";
import { asAdmin, urlOf } from "@/tests/support/database";
import { fullTest } from "@/tests/support/full";
import { livedIn } from "@/tests/support/lived-in";
import { migrations } from "@/tests/support/migrate";

const { applyMigrations, migrationFiles } = await migrations();
const [baseline] = migrationFiles();
const NAMES = ["baseline", "today", "migrated"].map((name) => `${name}_${process.pid}`);
const [BASELINE = "", TODAY = "", MIGRATED = ""] = NAMES;
const folder = mkdtempSync(join(tmpdir(), "marketplace-migrations-"));

beforeAll(async () => {
  for (const name of NAMES) await asAdmin(`CREATE DATABASE ${name}`);
});
afterAll(async () => {
  for (const name of NAMES) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
});

async function connected<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf(database) });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** What a row of the baseline must have that today's rows don't, by the type of the column: a value of that type. */
const VALUES: Record<string, string> = {
  text: "",
  boolean: "f",
  bigint: "0",
  integer: "0",
  jsonb: "{}",
  "text[]": "{}",
  "timestamp with time zone": "2026-01-01 00:00:00+00",
};

type Column = { table: string; name: string; type: string; isNeeded: boolean };
type Baseline = { columns: Map<string, Column[]>; sequences: Set<string> };
const columnsOf = (client: Client) =>
  client
    .query<Column>(
      `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
         a.attnotnull AND NOT a.atthasdef AS "isNeeded"
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = ''`,
    )
    .then(({ rows }) => Map.groupBy(rows, ({ table }) => table));

/** The columns of a table that a backup of the baseline has: places of those that are there, and those that are missing. */
function formerOf(columns: Column[], given: string[]) {
  const places = given.flatMap((column, place) => (columns.some((each) => each.name === column) ? [place] : []));
  const added = columns.filter((column) => column.isNeeded && !given.includes(column.name));
  return { places, added };
}

/** A backup as the baseline would have written it: with its tables and its columns. */
async function asOfBaseline(archive: string, { columns, sequences }: Baseline): Promise<string> {
  const { manifest, close } = await openBackup(archive);
  close();
  const tables = new Map(manifest.tables.map((table) => [tableEntry(table.name), table]));
  const formerTable = ({ name, columns: given }: { name: string; columns: string[] }) =>
    formerOf(columns.get(name) ?? [], given);
  return rewritten(archive, join(folder, "baseline.zip"), (entry, bytes) => {
    const table = tables.get(entry);
    if (table) {
      if (!columns.has(table.name)) return null;
      const { places, added } = formerTable(table);
      const more = added.map(({ type }) => VALUES[type] ?? "");
      const lines = bytes.toString().split("\n").slice(0, -1);
      const rows = lines.map((line) => {
        const values = line.split("\t");
        return `${[...places.map((place) => values[place]), ...more].join("\t")}\n`;
      });
      return Buffer.from(rows.join(""));
    }
    if (entry !== MANIFEST) return bytes;
    const written: Manifest = JSON.parse(bytes.toString());
    const then = written.tables
      .filter(({ name }) => columns.has(name))
      .map((each) => {
        const { places, added } = formerTable(each);
        return {
          ...each,
          columns: [...places.map((place) => each.columns[place] ?? ""), ...added.map(({ name }) => name)],
        };
      });
    const counted = written.sequences.filter(({ name }) => sequences.has(name));
    return Buffer.from(JSON.stringify({ ...written, migrations: [baseline?.name], tables: then, sequences: counted }));
  });
}

/** What a restore's own check of the books moves. */
const MOVES = ["check_cursor", "rollup_cursor", "wallet_sum"];

/** A digest of every table's rows, in the columns that both the baseline and this release have. */
async function digests(database: string, columns: Map<string, Column[]>): Promise<Record<string, string>> {
  return connected(database, async (client) => {
    const all: Record<string, string> = {};
    for (const { name, columns: now } of await tablesOf(client)) {
      const both = now.filter((column) => columns.get(name)?.some((each) => each.name === column)).sort();
      if (both.length === 0 || MOVES.includes(name)) continue;
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(r, chr(10) ORDER BY r)), '') AS digest
           FROM (SELECT ROW(t."${both.join('", t."')}")::text AS r FROM "${name}" t) AS rows`,
      );
      all[name] = rows[0].digest;
    }
    return all;
  });
}

fullTest(
  "what a year leaves behind passes through every migration since the baseline and keeps each of its rows",
  async () => {
    const { columns, sequences } = await connected(BASELINE, async (client) => {
      await applyMigrations(client, () => {}, [baseline?.name ?? ""]);
      const { rows } = await client.query<{ name: string }>("SELECT sequencename AS name FROM pg_sequences");
      return { columns: await columnsOf(client), sequences: new Set(rows.map(({ name }) => name)) };
    });
    const { archive } = await livedIn();
    const former = await asOfBaseline(archive, { columns, sequences });
    const at = (name: string) => ({ DATABASE_URL: urlOf(name), DATA_DIR: join(folder, name) });
    const copy = join(folder, "migrated.zip");
    for (const [verb, file, name] of [
      ["restore", archive, TODAY],
      ["restore", former, MIGRATED],
      ["backup", copy, MIGRATED],
    ] as const)
      expect(await runBackup(verb, file, at(name))).toMatchObject({ code: 0 });
    expect(await digests(MIGRATED, columns)).toEqual(await digests(TODAY, columns));
    expect((await runBackup("verify", copy)).output).toMatch(/is whole: \d{4,} rows of \d+ tables/);
  },
);
