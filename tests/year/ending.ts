/** How a year ends: nothing personal is left of whoever has gone, and a backup makes the same market elsewhere. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { flushCalls } from "@/lib/demand/usage/call-details";
import { flushTouches } from "@/lib/identity/keys/service";
import { query } from "@/lib/platform/core/db";
import { runBackup } from "@/tests/support/backups";
import { writeNoted } from "@/tests/support/cluster";
import { asAdmin, urlOf } from "@/tests/support/database";
import { peopleOf } from "@/tests/support/lived-in";
import { asPerson, type World } from "@/tests/year/actors/world";
import { isGone } from "@/tests/year/model/callers";
import { type Account, type Market, type Ref, the } from "@/tests/year/model/market";

/** All that keeps the name or email of a closed account: issued documents have the parties that they were issued to. */
const KEEPS_PARTIES = ["document", "billing_party"];
/** Parties of closed accounts that nothing was issued to, or that still have an email. */
const UNBILLED = `SELECT b::text AS row FROM billing_party b JOIN account a ON a.id = b.account_id
  WHERE a.closed_at IS NOT NULL AND (b.email IS NOT NULL AND b.email NOT LIKE '%@closed.invalid'
    OR NOT EXISTS (SELECT 1 FROM document d WHERE d.account_id = a.id)
      AND NOT EXISTS (SELECT 1 FROM purchase p WHERE p.buyer_id = a.id)) LIMIT 3`;
/** What a check moves, and the lives of processes: everything else of a backup is as it was. */
const MOVES = ["_prisma_migrations", "sql_functions", "process_lease", "check_cursor", "rollup_cursor", "wallet_sum"];

/** Where the email or name of a closed account still stands, as table and row. */
export async function tracesOfClosed(world: World): Promise<string[]> {
  const gone = [...world.market.accounts.values()].filter(({ closedAt }) => closedAt !== null).map(({ ref }) => ref);
  if (gone.length === 0) return [];
  const pattern = `\\m(${gone.join("|")})@year\\.test|(Person|Group) (${gone.join("|")})\\.`;
  const tables = await query<{ name: string }>(
    "year.personal",
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1)`,
    [KEEPS_PARTIES],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      `year.traces.${name}`,
      `SELECT substring(t::text from 1 for 300) AS row FROM "${name}" t WHERE t::text ~ $1 LIMIT 1`,
      [pattern],
    );
    found.push(...rows.map(({ row }) => `${name} still holds ${row}`));
  }
  const parties = await query<{ row: string }>("year.parties", UNBILLED, []);
  return [...found, ...parties.map(({ row }) => `billing_party still holds ${row}, to whom nothing was issued`)];
}

/** Those who have done most of all who can sign in. */
export function busiest(market: Market, most: number): Account[] {
  const done = ({ calls, ref }: Account) =>
    calls.succeeded + [...market.purchases.values()].filter(({ buyer }) => buyer === ref).length;
  return [...market.accounts.values()]
    .filter((each) => each.closedAt === null && each.suspendedAt === null && !each.isAdmin && !each.members)
    .sort((a, b) => done(b) - done(a))
    .slice(0, most);
}

/** An owner of an organization who can act. */
export const ownerOf = (market: Market, { members }: Account): Ref | undefined =>
  [...(members ?? [])].find(([ref, role]) => role === "owner" && !isGone(the(market.accounts, ref)))?.[0];

/** What the exports of some people, and of some organizations, say otherwise than the model. */
export async function exportDifferences(world: World, most: number): Promise<string[]> {
  const { market } = world;
  const wrong: string[] = [];
  const people = busiest(market, most).map((each) => ({ ...each, person: each.ref }));
  const organizations = [...market.accounts.values()].flatMap((each) => {
    const person = isGone(each) ? undefined : ownerOf(market, each);
    return person ? [{ ...each, person }] : [];
  });
  for (const { ref, person, calls } of [...people, ...organizations.slice(0, most)]) {
    const answer = await asPerson(world, { account: ref, person }, "GET", "/v1/account/export");
    const file = JSON.parse(answer.text) as Record<string, object[]>;
    const of = (all: Map<string, object>, owner: string) =>
      [...all.values()].filter((each) => (each as Record<string, unknown>)[owner] === ref).length;
    const expected = {
      account: 1,
      keys: of(market.keys, "owner"),
      purchases: of(market.purchases, "buyer"),
      usage: calls.succeeded + calls.failed,
      payments: of(market.orders, "account"),
      webhooks: of(market.webhooks, "account"),
    };
    for (const [section, count] of Object.entries(expected))
      if (file[section]?.length !== count)
        wrong.push(`the export of ${ref} has ${file[section]?.length} ${section}, the model ${count}`);
    const others = [...market.accounts.values()].filter(
      (other) => other.ref !== person && answer.text.includes(`"${other.email}"`),
    );
    for (const other of others) wrong.push(`the export of ${ref} names ${other.email}`);
  }
  return wrong;
}

/** Every table of a database, whether or not a backup knows it, and a digest of its rows. */
async function digests(url: string): Promise<Map<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname <> ALL ($1) ORDER BY 1`,
      [MOVES],
    );
    const all = new Map<string, string>();
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ digest: string }>(
        `SELECT count(*) || ' rows ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS digest FROM "${name}" t`,
      );
      all.set(name, found[0]?.digest ?? "");
    }
    return all;
  } finally {
    await client.end();
  }
}

async function script(verb: string, file: string, settings: Record<string, string>): Promise<void> {
  const { code, output } = await runBackup(verb, file, settings);
  if (code !== 0) throw new Error(`${verb} failed: ${output}`);
}

/** Exchanges two databases of the tests' server under their names. Connections to them break, as in a failover. */
async function exchange(one: string, other: string): Promise<void> {
  const between = `${one}_between`;
  for (const name of [one, other]) await asAdmin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await asAdmin(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname IN ('${one}', '${other}')`);
  for (const [from, to] of [
    [one, between],
    [other, one],
    [between, other],
  ])
    await asAdmin(`ALTER DATABASE ${from} RENAME TO ${to}`);
  for (const name of [one, other]) await asAdmin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

/** Writes a backup of the market, and beside it whose pages are worth a look. */
export async function backUp({ market }: World, archive: string): Promise<void> {
  await Promise.all([writeNoted(), flushTouches(), flushCalls()]);
  await script("backup", archive, {});
  const open = [...market.accounts.values()].filter((each) => !isGone(each) && !each.members);
  const sold = ({ ref }: Account) => [...market.purchases.values()].filter(({ seller }) => seller === ref).length;
  const people = {
    admin: open.find(({ isAdmin }) => isAdmin)?.email,
    seller: open.filter(({ isAdmin }) => !isAdmin).sort((a, b) => sold(b) - sold(a))[0]?.email,
    buyer: busiest(market, 1)[0]?.email,
  };
  writeFileSync(peopleOf(archive), JSON.stringify(people));
}

/**
 * Backs the market up and restores it into an empty installation. Where both are equal, row for row, the product goes on in the
 * restored one, where `goOn` happens; else what differs is returned. The archive is written to `keep`, if any.
 */
export async function inRestored(world: World, keep: string | null, goOn: () => Promise<void>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "marketplace-year-"));
  const ours = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const name = `restored_year_${process.pid}`;
  const elsewhere = { DATABASE_URL: urlOf(name), DATA_DIR: join(folder, "data") };
  const archive = keep ?? join(folder, "year.zip");
  await asAdmin(`CREATE DATABASE ${name}`);
  try {
    await backUp(world, archive);
    const before = await digests(urlOf(ours));
    await script("restore", archive, elsewhere);
    const after = await digests(elsewhere.DATABASE_URL);
    const lost = [...before].flatMap(([table, digest]) =>
      after.get(table) === digest ? [] : [`${table}: ${digest} became ${after.get(table) ?? "nothing"}`],
    );
    if (lost.length > 0) return lost;
    await exchange(ours, name);
    await goOn().finally(() => exchange(ours, name));
    return [];
  } finally {
    await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
  }
}
