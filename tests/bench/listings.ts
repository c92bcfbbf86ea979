import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import * as accounts from "@/lib/identity/accounts/service";
import * as ledger from "@/lib/money/ledger/service";
import type { Caller } from "@/lib/platform/core/caller";
import { pool, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { CATEGORY_SLUGS, SKILLS } from "@/prisma/seed/skills";

const BATCH = 2_000;
export type Named = { name: string; description: string };

/** Names and descriptions to fill a marketplace with: those of `BENCH_SKILLS` (gzipped JSON lines), else the demo's. */
export async function readNames(): Promise<Named[]> {
  const path = process.env.BENCH_SKILLS;
  if (!path) return SKILLS.map(({ name, description }) => ({ name, description }));
  const rows: Named[] = [];
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    const { name, description } = JSON.parse(line) as Named;
    rows.push({ name: name.slice(0, 100), description: description.slice(0, 1024) });
  }
  return rows;
}

/** Lets no page be shown again that was made before, as every change of a listing does. */
export async function forgetPages(db = pool()): Promise<void> {
  await db.query("UPDATE catalog_generation SET generation = generation + 1");
}

/** Somebody with a key, and credits when told. */
export async function join(credits = 0n): Promise<{ id: string; key: string; keyId: string; caller: Caller }> {
  const input = { email: `bench-${newId()}@example.com`, password: "a long password", name: "Bench" };
  const { account, api_key, key } = await accounts.create(input);
  if (credits > 0n)
    await transaction((db) => ledger.grant(db, newId(), { accountId: account.id, amount: credits, reason: "bench" }));
  const caller = {
    accountId: account.id,
    personId: account.id,
    email: account.email,
    name: account.name,
    isAdmin: false,
    key: null,
  };
  return { id: account.id, key: api_key, keyId: key.id, caller };
}

/**
 * Fills `listing` with skills made from names, from number `from` to `to`; beyond their number, with variations of them.
 * Does nothing when as many are there already.
 */
export async function fillListings(
  names: Named[],
  to: number,
  { from = 0, db = pool(), ownerId = "" } = {},
): Promise<void> {
  const { rows } = await db.query<{ count: number }>("SELECT count(*)::int AS count FROM listing");
  if (from === 0 && (rows[0]?.count ?? 0) >= to) return;
  const owner = ownerId || (await join()).id;
  for (let at = from; at < to; at += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, to - at) }, (_, i) => toRow(names, at + i));
    await db.query(
      `INSERT INTO listing (skill_id, slug, revision_id, revision_number, owner_id, developer_name, name, description, category,
         execution_type, pricing_type, price_micros, subscription_interval, price_per_call_micros, free_calls, popularity, created_at, updated_at, published_at)
       SELECT id, 'bench-' || id, id, 1, $1, 'Bench', name, description, category, 'api', pricing, price, 'month', price, 0, popularity, now(), now(), now() - make_interval(secs => popularity)
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, description text, category text, pricing text, price bigint, popularity bigint)`,
      [owner, JSON.stringify(rows)],
    );
  }
  await db.query("VACUUM ANALYZE listing");
}

/** Words that `least` to `most` of the skills made from names have, evenly chosen by how common they are. */
export function wordsOf(names: Named[], count: number, wanted: number, least: number, most: number): string[] {
  const hits = new Map<string, number>();
  for (const [index, { name, description }] of names.entries()) {
    const uses = Math.floor((count - index - 1) / names.length) + 1;
    const words = new Set(`${name} ${description}`.toLowerCase().match(/[a-z]{4,}/g));
    for (const word of words) hits.set(word, (hits.get(word) ?? 0) + uses);
  }
  const fitting = [...hits]
    .filter(([, n]) => n >= least && n <= most)
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const steps = Math.min(wanted, fitting.length);
  const [low, high] = [Math.log(least), Math.log(most)];
  return Array.from({ length: steps }, (_, i) => {
    const target = Math.exp(low + ((high - low) * i) / Math.max(1, steps - 1));
    const at = fitting.findIndex(([, n]) => n >= target);
    return fitting.splice(at < 0 ? fitting.length - 1 : at, 1)[0]?.[0] ?? "";
  });
}

function toRow(names: Named[], index: number) {
  const { name, description } = names[index % names.length] ?? { name: "", description: "" };
  const round = Math.floor(index / names.length);
  const random = Math.imul(index + 1, 2_654_435_761) >>> 0;
  return {
    id: newId(),
    name: round === 0 ? name : `${name} ${(random % 9_973).toString(36)}`,
    description,
    category: CATEGORY_SLUGS[random % CATEGORY_SLUGS.length],
    pricing: random % 3 === 0 ? "subscription" : "usage",
    price: (random % 5_000) * 10_000,
    popularity: random % 10_000,
  };
}
