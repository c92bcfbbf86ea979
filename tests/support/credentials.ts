import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { upstreamUrl } from "@/tests/support/upstream";

/** What a buyer stores; its end is looked for where it must not be. */
export const VALUE = 'buyers-"secret"/0123456789';
export const VALUE_END = "0123456789";
export const TOKEN = {
  name: "token",
  description: "Reads your issues",
  url: "https://example.com/tokens",
  in: "header",
  as: "Authorization",
};
export const KEY = {
  name: "api_key",
  description: "Finds you",
  url: "https://example.com/keys",
  in: "argument",
  as: "key",
};
const API = { type: "object", properties: { key: { type: "string" }, text: { type: "string" } }, required: ["key"] };

/** A skill that asks for both, at a path of the upstream. */
export const fields = (at = "mirror", more: object = {}) => ({
  api_endpoint: upstreamUrl(at),
  api_schema: API,
  examples: null,
  credentials: [TOKEN, KEY],
  ...more,
});

export const of = (slug: string, name = "") => `/v1/skills/${slug}/credentials${name && `/${name}`}`;
export const put = (by: { key: string }, slug: string, name: string, value: unknown = VALUE) =>
  call("PUT", of(slug, name), { key: by.key, body: { value } });
export const execute = (by: { key: string }, slug: string, headers = {}) =>
  call("POST", `/v1/skills/${slug}/execute`, { key: by.key, body: { text: "x" }, headers });

/** Stores both, or those named. */
export async function storedBy(
  buyer: { key: string },
  slug: string,
  names = ["token", "api_key"],
  value = VALUE,
): Promise<void> {
  for (const name of names) {
    const { status } = await put(buyer, slug, name, value);
    if (status !== 200) throw new Error(`${name} was not stored: ${status}`);
  }
}

/** The tables, of all schemas of ours, in which a text is in any row. */
export async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_t'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool().query(`SELECT 1 FROM ${name} AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [text]);
    if (rowCount) found.push(name);
  }
  return found;
}
