/** Twins of the tables whose rows belong to accounts, cut into parts by account. A statement that reads several parts crosses accounts. */
import { globSync, readFileSync } from "node:fs";
import type { PoolClient } from "pg";

/** Those tables, each with the column of its account. */
export const BOUND: Record<string, string> = {
  wallet: "account_id",
  hold: "account_id",
  run: "account_id",
  call_detail: "account_id",
  free_call_use: "account_id",
  idempotency_record: "account_id",
  purchase: "buyer_id",
  refund_request: "buyer_id",
  ledger_entry: "owner_id",
  usage_record: "account_id",
};

const PARTS = [0, 1];

/** Creates the empty twins, and functions for their rows, in the schema `cut`, which comes first from here on. */
export async function createTwins(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS text
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1)`,
    [Object.keys(BOUND)],
  );
  const twins = Object.entries(BOUND).flatMap(([table, column]) => [
    `CREATE TABLE cut.${table} (LIKE public.${table} INCLUDING DEFAULTS) PARTITION BY HASH (${column})`,
    ...PARTS.map(
      (part) => `CREATE TABLE cut.${table}__${part} PARTITION OF cut.${table}
        FOR VALUES WITH (MODULUS ${PARTS.length}, REMAINDER ${part})`,
    ),
  ]);
  // A key without the account can't be one of a table that is cut.
  const keys = rows.filter(({ name, text }) => new RegExp(`\\(.*\\b${BOUND[name]}\\b.*\\)`).test(text));
  const functions = globSync("prisma/sql/**/*.sql").map((path) => readFileSync(path, "utf8"));
  await client.query(
    [
      "CREATE SCHEMA cut",
      ...twins,
      ...keys.map(({ text }) => text.replace(" ON public.", " ON cut.")),
      "SET LOCAL search_path = cut, public, pgboss",
      "SET LOCAL check_function_bodies = off",
      ...functions,
    ].join(";\n"),
  );
}

export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  Operation?: string;
  Plans?: Plan[];
};

/** The tables of which a plan reads or changes several parts. */
export function crossed(plan: Plan): string[] {
  const parts = new Map<string, Set<string>>();
  const note = (table: string, part: string) => parts.set(table, (parts.get(table) ?? new Set()).add(part));
  const visit = (node: Plan): void => {
    const { "Relation Name": relation = "", Plans: inner = [] } = node;
    const [, table = "", part = ""] = /^(\w+)__(\d)$/.exec(relation) ?? [];
    if (BOUND[table]) note(table, part);
    // A row of values is in one part; rows that are read elsewhere may be in any.
    if (BOUND[relation] && node.Operation === "Insert" && inner[0]?.["Node Type"] !== "Result")
      for (const each of PARTS) note(relation, String(each));
    inner.forEach(visit);
  };
  visit(plan);
  return [...parts].filter(([, { size }]) => size > 1).map(([table]) => table);
}

/** One of each type of parameter. Numbers also serve as text that a statement casts. */
const SAMPLES: Record<string, string> = {
  uuid: "'018f0000-0000-7000-8000-000000000001'",
  boolean: "true",
  interval: "'1 day'",
  bytea: "'\\x01'",
  jsonb: "'[{}]'",
  "timestamp with time zone": "now()",
  date: "now()",
};

function sampleOf(type: string): string {
  const isArray = type.endsWith("[]");
  const one = SAMPLES[isArray ? type.slice(0, -"[]".length) : type] ?? "'1'";
  return isArray ? `ARRAY[${one}]::${type}` : `${one}::${type}`;
}

/** The tables of which a statement reads or changes several parts, planned for one sample of each parameter. */
export async function crossedBy(client: PoolClient, text: string): Promise<string[]> {
  await client.query(`PREPARE asked AS ${text}`);
  const { rows: parameters } = await client.query<{ types: string[] }>(
    "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'asked'",
  );
  const samples = (parameters[0]?.types ?? []).map(sampleOf).join(", ");
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON, COSTS off) EXECUTE asked${samples && ` (${samples})`}`,
  );
  await client.query("DEALLOCATE asked");
  return rows.flatMap((row) => crossed(row["QUERY PLAN"][0].Plan));
}
