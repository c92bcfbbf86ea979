import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { Pool, type QueryResultRow } from "pg";

/**
 * The floor: what one would write by hand without a framework, on the same data. Bare `node:http` and `pg`, the check of
 * the key and the page in one prepared statement; the SQL is the obvious one, with the obvious indexes. It validates
 * nothing, limits nothing and logs nothing.
 */
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL ?? 10),
});

const COLUMNS = `l.skill_id AS id, l.slug, l.name, l.description, l.category, l.owner_id, l.developer_name, l.pricing_type, l.price_micros,
  l.subscription_interval, l.price_per_call_micros, l.free_calls, l.execution_type, l.revision_number, l.rating_sum, l.rating_count,
  l.purchase_count, l.call_count, l.created_at, l.updated_at, l.published_at`;
const KEY = `k AS (SELECT a.id AS account FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.hash = $1 AND k.active
  AND k.revoked_at IS NULL AND a.suspended_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))`;
const LIKE = "(l.name ILIKE $4 OR l.description ILIKE $4)";
const page = (where: string, order: string) =>
  `SELECT ${COLUMNS} FROM floor_listing l ${where} ORDER BY ${order} LIMIT $2 OFFSET $3`;
const counted = (where: string) =>
  `(SELECT count(*)::int FROM (SELECT 1 FROM floor_listing l ${where} LIMIT 10001) AS c) AS total`;
const POPULAR = "l.popularity DESC, l.skill_id DESC";

const STATEMENTS: Record<string, string> = {
  "/list": `WITH ${KEY} SELECT p.* FROM k, (${page("", POPULAR)}) AS p`,
  "/list-total": `WITH ${KEY} SELECT p.*, ${counted("")} FROM k, (${page("", POPULAR)}) AS p`,
  "/category": `WITH ${KEY} SELECT p.* FROM k, (${page("WHERE l.category = $4", "l.price_rank, l.skill_id")}) AS p`,
  "/search": `WITH ${KEY} SELECT p.*, ${counted(`WHERE ${LIKE}`)} FROM k, (${page(`WHERE ${LIKE}`, POPULAR)}) AS p`,
  "/search-page": `WITH ${KEY} SELECT p.* FROM k, (${page(`WHERE ${LIKE}`, POPULAR)}) AS p`,
  "/slug": `WITH ${KEY} SELECT ${COLUMNS}, l.readme, l.api_schema FROM k, floor_listing l WHERE l.slug = $2`,
  "/balance": `WITH ${KEY} SELECT w.posted_micros, w.held_micros FROM k JOIN wallet w ON w.account_id = k.account`,
};

const ORDERS: Record<string, string> = {
  popular: POPULAR,
  newest: "l.published_at DESC, l.skill_id DESC",
  price_asc: "l.price_rank, l.skill_id",
};

/**
 * What a careful engineer writes by hand in a day for lists with filters and for searches, in favor of the floor: no total is
 * counted, PostgreSQL makes the JSON, a deep page looks up its own rows only, words are prefixes in a GIN index ordered by
 * popularity, and every search is planned for its words. Every combination of filters is prepared once.
 */
function mixStatement(query: URLSearchParams, hash: Buffer) {
  const values: unknown[] = [hash, Number(query.get("offset") ?? 0)];
  const conditions: string[] = [];
  for (const [name, column] of [
    ["category", "l.category"],
    ["pricing_type", "l.pricing_type"],
  ] as const)
    if (query.has(name)) conditions.push(`${column} = $${values.push(query.get(name))}`);
  const search = query.get("search");
  if (search) {
    const words = search.split(" ").map((word) => `${word}:*`);
    conditions.push(`l.words @@ to_tsquery('simple', $${values.push(words.join(" & "))})`);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const text = `WITH ${KEY}, ids AS (SELECT s.skill_id, row_number() OVER () AS place FROM (SELECT l.skill_id FROM floor_listing l
      ${where} ORDER BY ${ORDERS[query.get("sort") ?? "popular"]} LIMIT 20 OFFSET $2) AS s)
    SELECT (SELECT json_agg(p ORDER BY p.place) FROM (SELECT ${COLUMNS}, ids.place
      FROM ids JOIN floor_listing l USING (skill_id)) AS p)::text AS data FROM k`;
  const name = search ? undefined : `mix ${[...query.keys()].sort()} ${query.get("sort")}`;
  return { ...(name && { name }), text, values };
}

createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://floor");
  if (url.pathname === "/mix") {
    const { rows } = await pool.query<{ data: string | null }>(
      mixStatement(url.searchParams, hashOf(request.headers.authorization)),
    );
    response.writeHead(200, { "content-type": "application/json" }).end(`{"data":${rows[0]?.data ?? "[]"}}`);
    return;
  }
  const text = STATEMENTS[url.pathname];
  if (!text) {
    response.writeHead(404).end();
    return;
  }
  const hash = hashOf(request.headers.authorization);
  const { rows } = await pool.query<QueryResultRow>({
    name: url.pathname,
    text,
    values: valuesOf(url, hash),
  });
  const isOne = url.pathname === "/slug" || url.pathname === "/balance";
  const body = JSON.stringify(isOne ? rows[0] : { data: rows });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");

function hashOf(authorization: string | undefined): Buffer {
  return createHash("sha256")
    .update(authorization?.slice(7) ?? "")
    .digest();
}

function valuesOf({ pathname, searchParams: query }: URL, hash: Buffer): unknown[] {
  if (pathname === "/balance") return [hash];
  if (pathname === "/slug") return [hash, query.get("slug")];
  const paged = [hash, Number(query.get("limit") ?? 20), Number(query.get("offset") ?? 0)];
  if (pathname === "/category") return [...paged, query.get("category")];
  return pathname.startsWith("/search") ? [...paged, `%${query.get("search")}%`] : paged;
}
