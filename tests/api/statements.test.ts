import { globSync, readFileSync } from "node:fs";
import type { PoolClient } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { SECTIONS } from "@/lib/operator/exports/sections";
import { pool } from "@/lib/platform/core/db";
import { LOCKED_BY, lockText } from "@/lib/platform/core/locks";
import { numberedText } from "@/lib/platform/core/statement";
import * as jobs from "@/lib/platform/jobs/service";
import { CROSSING, WITHOUT_ACCOUNT } from "@/tests/support/crossing";
import { prismaCalls } from "@/tests/support/prisma-calls";
import { type FieldKind, type Sent, sentStatements } from "@/tests/support/sql-statements";
import { BOUND, createTwins, crossedBy } from "@/tests/support/twins";

/** Texts that depend on an argument, and what tests them instead. */
const VARIABLE: Record<string, string> = {
  "lib/demand/analytics/service.ts: statement":
    "its filters; tests/money/analytics.test.ts and tests/api/usage-rollup.test.ts",
  "lib/money/payouts/service.ts: `payouts.monthly.${which}`":
    "two texts; tests/money/payouts-monthly.test.ts runs both",
  "lib/demand/ratings/service.ts: `ratings.list.${sort}`": "one text an order; tests/money/reviews.test.ts",
  "lib/demand/usage/service.ts: statement": "its filters; tests/api/usage-summary.test.ts and usage-rollup.test.ts",
};

/** Columns that change a setting of the transaction and tell nothing. */
const SETTINGS = new Set(["set_config"]);

/** Tables that several modules write, with the reason. */
const SHARED: Record<string, [modules: string, reason: string]> = {
  account: ["accounts catalog directory", "each has columns of its own: role, suspension, profile, name"],
  api_key: [
    "accounts keys skills",
    "triggers take the scopes of who is no administrator any more, and follow the paths of private skills",
  ],
  check_cursor: ["ledger payments", "each check keeps its own row"],
  listing: ["catalog ratings", "a rating changes the listing's sum in the statement that stores it"],
  oauth_access_token: ["connections keys", "the end of a key ends what an application may do with it"],
  oauth_refresh_token: ["connections keys", "the end of a key ends what an application may do with it"],
  purchase: [
    "directory keys purchases",
    "a suspended account's purchases stop renewing, and a rotated key's renew by its successor, in the same transaction",
  ],
  rollup_cursor: ["jobs ledger", "the ledger restarts its own rollup"],
  session: ["accounts directory", "administrators and operators end sessions"],
  skill: ["publishing review safety skills", "each changes its own columns, under the lock of the row"],
  skill_revision: ["publishing review", "a decision settles the revision that was submitted"],
  skill_stats_day: ["analytics execution", "a visitor's trial call is counted where calls are summed"],
  skill_trust: ["analytics catalog", "analytics count, the catalog shows what was counted"],
  skill_use: ["analytics catalog", "analytics count, the catalog shows what was counted"],
  wallet: ["ledger payments", "payments keep the threshold and the notices of automatic top-ups"],
};
/** They end, take back or hand over a whole account or skill in one transaction, in the lock order: they write what each module keeps of it. */
const WHOLE_ACCOUNT =
  /\/(?:account_(?:access_end|close|take_back)|member_access_end|skill_transfer_accept|skill_slug_give)\.sql$/;

type Send = (message: object) => void;
type Column = { name: string; dataTypeID: number };

/** The columns that PostgreSQL describes for a statement, which it parses and does not run. Throws what it refuses. */
function describeColumns(client: PoolClient, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const statement = {
      submit(connection: { parse: Send; describe: Send; sync: () => void }) {
        connection.parse({ name: "", text, types: [] });
        connection.describe({ type: "S", name: "" });
        connection.sync();
      },
      handleRowDescription: ({ fields }: { fields: Column[] }) => {
        columns = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(statement as never);
  });
}

const KINDS: Record<string, FieldKind> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  float4: "number",
  float8: "number",
  oid: "number",
  json: "any",
  jsonb: "any",
  date: "Date",
  timestamp: "Date",
  timestamptz: "Date",
  bytea: "object",
};

let statements: Sent[];
beforeAll(async () => {
  await jobs.start([]);
  await jobs.stop();
  statements = await sentStatements();
});

describe("the SQL of lib and the process", () => {
  test("is constant text, but for what is listed here with its own test", () => {
    const variable = statements.filter(({ text }) => text === null).map(({ where }) => where);
    expect([...new Set(variable)].toSorted()).toEqual(Object.keys(VARIABLE).toSorted());
    expect(statements.length).toBeGreaterThan(50);
  });

  test("names its parameters when they are more than six", () => {
    const numbered = statements.filter(({ text }) => text !== null && /\$(?:[7-9]|\d\d)/.test(text));
    expect(numbered.map(({ where }) => where)).toEqual([]);
  });

  test("is what the migrated database understands, and returns what the row's type says", async () => {
    const client = await pool().connect();
    const wrong: string[] = [];
    try {
      const { rows } = await client.query<{ oid: number; name: string }>("SELECT oid, typname AS name FROM pg_type");
      const types = new Map(rows.map(({ oid, name }) => [oid, name]));
      const kindOf = ({ dataTypeID }: Column): FieldKind => {
        const type = types.get(dataTypeID) ?? "";
        return type.startsWith("_") ? "array" : (KINDS[type] ?? "string");
      };
      for (const { where, text, fields } of statements) {
        if (text === null) continue;
        const columns = await describeColumns(client, numberedText(text).text).catch((error: Error) => {
          wrong.push(`${where}: ${error.message}`);
          return null;
        });
        if (!columns || !fields) continue;
        const named = columns.filter(({ name }) => !SETTINGS.has(name));
        const found = new Map(named.map((column) => [column.name, kindOf(column)]));
        for (const name of new Set([...found.keys(), ...fields.keys()])) {
          const [column, field] = [found.get(name), fields.get(name)];
          if (column !== field && !(column && field && [column, field].includes("any")))
            wrong.push(`${where}: ${name} is ${column ?? "missing"}, and its type says ${field ?? "nothing"}`);
        }
      }
    } finally {
      client.release();
    }
    expect(wrong).toEqual([]);
  });

  test("is what the database understands in every export, too", async () => {
    const client = await pool().connect();
    try {
      for (const text of Object.values(SECTIONS)) await describeColumns(client, text);
    } finally {
      client.release();
    }
  });

  test("is what the database understands for every lock of rows", async () => {
    const client = await pool().connect();
    try {
      for (const [table, columns] of Object.entries(LOCKED_BY))
        for (const column of columns) await describeColumns(client, lockText(table as keyof typeof LOCKED_BY, column));
    } finally {
      client.release();
    }
  });

  test("reads and changes rows of one account at a time, but for what is listed with its reason", async () => {
    const found = new Map<string, Set<string>>();
    const note = (table: string, name: string) => found.set(table, (found.get(table) ?? new Set()).add(name));
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await createTwins(client);
      const named = new RegExp(`\\b(?:${Object.keys(BOUND).join("|")})\\b`);
      for (const { where, text } of statements.filter((sent) => named.test(sent.text ?? "")))
        for (const table of await crossedBy(client, numberedText(text ?? "").text))
          note(table, where.slice(where.indexOf(": ") + ": ".length));
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    const calls = prismaCalls();
    for (const { table, name } of calls.filter(({ crosses }) => crosses)) note(table, name);
    expect(calls.length).toBeGreaterThan(50);
    const names = (table: string, of: Iterable<string>) => [...of].map((name) => `${table}: ${name}`);
    expect([...found].flatMap(([table, of]) => names(table, of)).toSorted()).toEqual(
      Object.entries(CROSSING)
        .flatMap(([table, of]) => names(table, Object.keys(of)))
        .toSorted(),
    );
  });

  test("the tables without a column of their account are those that are listed", async () => {
    const { rows } = await pool().query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.columns
        WHERE table_name = ANY($1) AND column_name IN ('account_id', 'buyer_id', 'owner_id')`,
      [Object.keys(WITHOUT_ACCOUNT)],
    );
    expect(rows).toEqual([]);
  });

  test("a table is written by one module, but for what is listed here", () => {
    const models = [
      ...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{.*?^ *@@map\("(\w+)"\)/gms),
    ];
    const tableOf = new Map(
      models.map(([, model = "", table = ""]) => [model[0]?.toLowerCase() + model.slice(1), table]),
    );
    const tables = new Set(tableOf.values());
    const writers = new Map<string, Set<string>>();
    const note = (table: string | undefined, path: string) => {
      const module = path.split("/")[/^(?:prisma|lib)\//.test(path) ? 2 : 1] ?? "";
      if (table && tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(module));
    };
    const noteSql = (text: string, path: string) => {
      for (const [, table] of text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g)) note(table, path);
    };
    for (const { where, text } of statements) noteSql(text ?? "", where);
    const functions = globSync("prisma/sql/**/*.sql").filter((path) => !WHOLE_ACCOUNT.test(path));
    for (const path of functions) noteSql(readFileSync(path, "utf8"), path);
    const call = /\b(?:prisma\(\w*\)|tx)\s*\.(\w+)\s*\.(?:create|update|upsert|delete)\w*\(/g;
    for (const path of globSync("{lib,host,dev}/**/*.ts").filter((file) => !file.includes("/generated/")))
      for (const [, model = ""] of readFileSync(path, "utf8").matchAll(call)) note(tableOf.get(model), path);
    const shared = [...writers].filter(([, modules]) => modules.size > 1);
    const found = Object.fromEntries(shared.map(([table, modules]) => [table, [...modules].toSorted().join(" ")]));
    expect(found).toEqual(Object.fromEntries(Object.entries(SHARED).map(([table, [modules]]) => [table, modules])));
    expect(writers.size).toBeGreaterThan(35);
  });
});
