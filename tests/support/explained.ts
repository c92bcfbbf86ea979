/** A file's database cut by account, where PostgreSQL reports the plan of every statement, including those inside functions. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { PoolClient } from "pg";
import { pool } from "@/lib/platform/core/db";
import { createTwins, crossed, type Plan } from "@/tests/support/twins";

/** A statement as it ran, the functions that have it, and the tables of which it read or changed several parts. */
export type Explained = { text: string; within: string[]; tables: string[] };

const SETTINGS = {
  search_path: "cut, public",
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
};
/** How much of a statement's end is looked for in the functions. */
const END_LENGTH = 50;

const inOneLine = (text: string) => text.replace(/--.*/g, "").replace(/\s+/g, " ").trim();
/** PostgreSQL leaves out where a result goes. */
const withoutInto = (text: string) => text.replace(/ INTO (?:STRICT )?[\w., ]+?(?= FROM|;)/g, "");

/** Cuts this file's database before its first connection, and returns the list that its statements are added to. */
export async function cutByAccount(): Promise<Explained[]> {
  const functions = globSync("prisma/sql/**/*.sql").map((path) => ({
    name: basename(path, ".sql"),
    text: withoutInto(inOneLine(readFileSync(path, "utf8"))),
  }));
  const explained: Explained[] = [];
  const note = ({ message }: { message?: string }) => {
    if (!message?.startsWith("duration:")) return;
    const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(message.indexOf("{"))) as {
      "Query Text": string;
      Plan: Plan;
    };
    const end = inOneLine(text).slice(-END_LENGTH);
    const within = functions.filter((each) => each.text.includes(end)).map(({ name }) => name);
    explained.push({ text, within, tables: crossed(plan) });
  };
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await createTwins(client);
    const database = client.escapeIdentifier(client.database ?? "");
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(`ALTER DATABASE ${database} SET ${name} = ${value}`);
    await client.query("COMMIT");
  } finally {
    client.release(true);
  }
  pool().on("connect", (connection: PoolClient) => connection.on("notice", note));
  return explained;
}
