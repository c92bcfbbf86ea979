import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { applySqlFunctions } from "@/tests/support/migrate";

const files = globSync("prisma/sql/**/*.sql").sort();
const text = files.map((path) => readFileSync(path, "utf8")).join("\n");
const OWN = `NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`;

/** Every function, aggregate and trigger of the database, with its definition. */
async function definitions(): Promise<Map<string, string>> {
  const { rows } = await pool().query<{ name: string; definition: string }>(`
    SELECT p.oid::regprocedure::text AS name,
      CASE WHEN p.prokind = 'a' THEN a::text ELSE pg_get_functiondef(p.oid) END AS definition
    FROM pg_proc p LEFT JOIN pg_aggregate a ON a.aggfnoid = p.oid
    WHERE p.pronamespace = 'public'::regnamespace AND ${OWN}
    UNION ALL
    SELECT format('%s ON %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal`);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...parts]) => parts.join(" ON "));

describe("functions and triggers of the database", () => {
  test("are exactly those of prisma/sql, each defined once", async () => {
    const functions = named(/^CREATE OR REPLACE (?:FUNCTION|AGGREGATE) (\w+)/gm);
    const triggers = named(/^CREATE (?:OR REPLACE |CONSTRAINT )?TRIGGER (\w+)[\s\S]*? ON (\w+)/gm);
    expect(new Set(functions).size).toBe(functions.length);
    const there = [...(await definitions()).keys()].map((name) => name.replace(/\(.*/, ""));
    expect(there.toSorted()).toEqual([...functions, ...triggers].toSorted());
  });

  test("a file has the name of the function that it defines", () => {
    const wrong = files.filter((path) => {
      const [first] = /^CREATE OR REPLACE (?:AGGREGATE|FUNCTION) \w+/gm[Symbol.match](readFileSync(path, "utf8")) ?? [];
      const name = basename(path, ".sql");
      return (
        !first ||
        !new RegExp(`^CREATE OR REPLACE (AGGREGATE|FUNCTION) ${name}\\b`, "m").test(readFileSync(path, "utf8"))
      );
    });
    expect(wrong).toEqual([]);
  });

  test("applying the files again changes nothing, and is skipped while they stand as they were", async () => {
    const before = await definitions();
    const client = await pool().connect();
    try {
      expect(await applySqlFunctions(client)).toBe(false);
      await client.query("INSERT INTO sql_functions (hash, applied_at) VALUES ('other', now() + interval '1 ms')");
      expect(await applySqlFunctions(client)).toBe(true);
      expect(await applySqlFunctions(client)).toBe(false);
    } finally {
      client.release();
    }
    expect(await definitions()).toEqual(before);
  });

  test("every body names only what exists", async () => {
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query("SET LOCAL check_function_bodies = on");
      for (const path of files)
        await client.query(readFileSync(path, "utf8")).catch((cause) => {
          throw new Error(`${path}: ${cause.message}`, { cause });
        });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  test("no migration defines a function, a trigger or a view", () => {
    const wrong = globSync("prisma/migrations/*/migration.sql").filter((path) =>
      /^\s*CREATE\s+(OR\s+REPLACE\s+)?(CONSTRAINT\s+)?(FUNCTION|PROCEDURE|AGGREGATE|TRIGGER|VIEW)/im.test(
        readFileSync(path, "utf8"),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("lock rows in the one order that prisma/sql/README.md states", () => {
    const order = [...readFileSync("prisma/sql/README.md", "utf8").matchAll(/^\d\. `(\w+)`/gm)].map(
      ([, table]) => table,
    );
    expect(order).toContain("wallet");
    const wrong = files.filter((path) => {
      const body = readFileSync(path, "utf8").replace(/--.*/g, "");
      const locked = [...body.matchAll(/FROM (\w+)[^;()]*FOR (?:NO KEY )?UPDATE/g)].map(([, table]) =>
        order.indexOf(table),
      );
      const ranked = locked.filter((rank) => rank >= 0);
      return ranked.some((rank, index) => rank < (ranked[index - 1] ?? 0));
    });
    expect(wrong).toEqual([]);
  });
});
