import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asAdmin, TEMPLATE, urlOf } from "@/tests/support/database";
import { authoring, migrations } from "@/tests/support/migrate";

const { applyMigrations, formerFiles, migrationFiles, migrationState, requireMigrated, restoreMigrations } =
  await migrations();
const former = formerFiles().map(({ name }) => name);
const { changesOf, nameAfter } = await authoring();
const files = migrationFiles();
const DATABASE = `migrations_${process.pid}`;
let client: Client;

async function create(like = "template1"): Promise<void> {
  await asAdmin(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${DATABASE} TEMPLATE ${like}`);
  client = new Client({ connectionString: urlOf(DATABASE) });
  await client.connect();
}
/** Starts again with what is already migrated: applying seventy migrations takes seconds. */
async function begin(): Promise<void> {
  await client.end();
  await create(TEMPLATE);
}
beforeEach(() => create());
afterEach(async () => {
  await client.end();
  await asAdmin(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
});

const states = async () => (await migrationState(client)).migrations.map(({ state }) => state);
const tables = async () =>
  (
    await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
    )
  ).rows[0]?.count;
/** As another tool leaves the records when it is killed while it applies the first migration. */
const leaveUnfinished = () =>
  client.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [files[0]?.name]);

describe("npm run migrate", () => {
  test("a database without anything is refused by name, migrated, and then has everything", async () => {
    expect(new Set(await states())).toEqual(new Set(["pending"]));
    await expect(requireMigrated(client)).rejects.toThrow(`${files[0]?.name}`);
    await expect(requireMigrated(client)).rejects.toThrow("npm run migrate -- apply");
    const reported: string[] = [];
    await applyMigrations(client, (name) => reported.push(name));
    expect(reported).toEqual([...files.map(({ name }) => name), "prisma/sql"]);
    await requireMigrated(client);
    expect(await migrationState(client)).toMatchObject({ functions: "applied" });
    await applyMigrations(client, (name) => reported.push(name));
    expect(reported).toHaveLength(files.length + 1);
  });

  test("a migration that fails leaves nothing of itself, and applies once the cause is gone", async () => {
    await client.query(`CREATE TABLE skill (id int)`);
    await expect(applyMigrations(client)).rejects.toThrow(
      /failed: relation "skill" already exists\. It was rolled back/,
    );
    expect(await tables()).toBe(1);
    await client.query("DROP TABLE skill");
    await applyMigrations(client);
    await requireMigrated(client);
  });

  test("two processes that apply at once apply each migration once", async () => {
    const other = new Client({ connectionString: urlOf(DATABASE) });
    await other.connect();
    try {
      await Promise.all([applyMigrations(client), applyMigrations(other)]);
    } finally {
      await other.end();
    }
    const { rows } = await client.query<{ name: string }>(
      "SELECT migration_name AS name FROM _prisma_migrations ORDER BY name",
    );
    expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  });

  test("a migration that another tool left unfinished is named, with what to do", async () => {
    await begin();
    await leaveUnfinished();
    await expect(applyMigrations(client)).rejects.toThrow(
      new RegExp(`did not finish|${files[0]?.name}.*_prisma_migrations`),
    );
  });

  describe("a database from before the baseline", () => {
    /** Columns, constraints and indexes, whatever their order; a partition's indexes are named by PostgreSQL. */
    const schema = async () => {
      const { rows } = await client.query<{ line: string }>(`
        SELECT format('%s.%s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
            pg_get_expr(d.adbin, d.adrelid)) AS line
          FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', ''))
          FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
        UNION ALL SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition ORDER BY line`);
      return rows.map(({ line }) => line);
    };
    const seeded = async () => {
      const texts = ["category", "search_synonym", "rollup_cursor", "catalog_generation"].map(
        (table) => `SELECT '${table} ' || (to_jsonb(t) - 'updated_at')::text AS row FROM ${table} t`,
      );
      return (await client.query(`${texts.join(" UNION ALL ")} ORDER BY row`)).rows;
    };

    test("that has all of its migrations has what the baseline makes, and adopts it by itself", async () => {
      await applyMigrations(client, () => {}, former);
      const before = [await schema(), await seeded()];
      await expect(requireMigrated(client)).rejects.toThrow("npm run migrate -- apply");
      await applyMigrations(client);
      await requireMigrated(client);
      expect(new Set(await states())).toEqual(new Set(["applied"]));
      await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      await applyMigrations(
        client,
        () => {},
        files.slice(0, 1).map(({ name }) => name),
      );
      expect([await schema(), await seeded()]).toEqual(before);
    });

    test("that lacks one of them is told which release to start first, and nothing changes", async () => {
      await applyMigrations(client, () => {}, former.slice(0, -1));
      const before = await schema();
      await expect(requireMigrated(client)).rejects.toThrow("Start release 0.1.0 once");
      await expect(applyMigrations(client)).rejects.toThrow("Start release 0.1.0 once");
      expect(await schema()).toEqual(before);
    });

    test("is restored from a backup that names only its first migrations, and has everything then", async () => {
      await restoreMigrations(client, former.slice(0, 3));
      await restoreMigrations(client);
      await requireMigrated(client);
    });
  });

  test("a migration that waits for a lock gives up soon, and applies once the lock is gone", async () => {
    await applyMigrations(client, () => {}, [files[0]?.name ?? ""]);
    const text = "ALTER TABLE skill ADD COLUMN test_only INT;";
    const all = [...files, { name: "20991231000000_column", text, checksum: "later" }];
    const other = new Client({ connectionString: urlOf(DATABASE) });
    await other.connect();
    try {
      await other.query("BEGIN; LOCK TABLE _prisma_migrations IN SHARE ROW EXCLUSIVE MODE");
      await expect(applyMigrations(client, () => {}, null, all)).rejects.toThrow("its tables are locked; try again");
    } finally {
      await other.end();
    }
    await applyMigrations(client, () => {}, null, all);
    await requireMigrated(client);
  });

  test("an index that is built concurrently is applied outside of a transaction, also after an attempt that was killed", async () => {
    await begin();
    const text = "-- While others write.\nCREATE INDEX CONCURRENTLY skill_test_idx ON skill (slug, id);\n";
    const later = [...files, { name: "20991231000000_index", text, checksum: "later" }];
    // As an attempt that was killed leaves it: an index that is never used.
    await client.query("CREATE INDEX skill_test_idx ON skill (id)");
    await client.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'skill_test_idx'::regclass");
    const other = new Client({ connectionString: urlOf(DATABASE) });
    await other.connect();
    const reported: string[] = [];
    const apply = (by: Client) => applyMigrations(by, (name) => reported.push(name), null, later);
    await Promise.all([apply(client), apply(other)]).finally(() => other.end());
    expect(reported).toEqual(["20991231000000_index"]);
    const { rows } = await client.query(
      "SELECT indisvalid AS valid, indnatts AS columns FROM pg_index WHERE indexrelid = 'skill_test_idx'::regclass",
    );
    expect(rows).toEqual([{ valid: true, columns: 2 }]);
  });

  test("a process of an older release starts on newer functions, one of a newer release does not start on older ones", async () => {
    await begin();
    await client.query("INSERT INTO sql_functions (hash, applied_at) VALUES ('newer', now() + interval '1 hour')");
    expect(await migrationState(client)).toMatchObject({ functions: "superseded" });
    await requireMigrated(client);
    await client.query("DELETE FROM sql_functions WHERE hash <> 'newer'");
    await expect(requireMigrated(client)).rejects.toThrow("the functions of prisma/sql");
  });

  test("a migration is authored from this branch alone, and contains its own change only; the tables of another branch in the same database stay", async () => {
    await begin();
    const text = "CREATE TABLE other_branch (id int)";
    const others = [...files, { name: "20991231000000_other_branch", text, checksum: "other" }];
    await applyMigrations(client, () => {}, null, others);
    const folder = mkdtempSync(join(tmpdir(), "marketplace-schema-"));
    const schema = join(folder, "schema.prisma");
    writeFileSync(schema, `${readFileSync("prisma/schema.prisma", "utf8")}\nmodel shelf {\n  id Int @id\n}\n`);
    const authored = await changesOf(urlOf(DATABASE), schema);
    rmSync(folder, { recursive: true });
    expect(authored?.match(/^(?:CREATE|ALTER|DROP) .*/gm)).toEqual(['CREATE TABLE "shelf" (']);
    const { rows } = await client.query("SELECT to_regclass('other_branch') IS NOT NULL AS stays");
    expect(rows).toEqual([{ stays: true }]);
    const later = { name: "20991231000001_shelf", text: authored ?? "", checksum: "later" };
    await applyMigrations(client, () => {}, null, [...files, later]);
    expect(await tables()).toBeGreaterThan(2);
  });

  test("a baseline of before it could be applied to PostgreSQL 15 is the same one", async () => {
    await begin();
    const before = "a4f7fbf553443a0ec358a9429d40e1a690036327d63354a88ea5994044891fc9";
    await client.query("UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2", [
      before,
      files[0]?.name,
    ]);
    expect(new Set(await states())).toEqual(new Set(["applied"]));
    await client.query("UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = $1", [files[0]?.name]);
    expect(await states()).toContain("changed");
  });

  test("a migration is named after the newest, also when that is dated ahead of the clock", () => {
    const now = new Date("2026-05-06T07:08:09Z");
    expect(nameAfter("20260101000000_first", "shelf", now)).toBe("20260506070809_shelf");
    expect(nameAfter("20991231000000_ahead", "shelf", now)).toBe("20991231000001_shelf");
  });

  test("a landed migration never changes: each has the checksum that is written down", () => {
    const written = readFileSync("prisma/migrations/checksums.txt", "utf8").trim().split("\n");
    expect(files.map(({ name, checksum }) => `${checksum}  ${name}`)).toEqual(written);
  });
});
