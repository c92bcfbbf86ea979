import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import * as accounts from "@/lib/accounts/service";
import { pool } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { CATEGORIES } from "@/lib/skills/categories";
import { EXECUTABLE_SKILLS } from "@/prisma/seed/executable-skills";
import { PACKAGED_SKILLS } from "@/prisma/seed/packaged-skills";

const BATCH = 2_000;
type Named = { name: string; description: string };

/** Names and descriptions to fill a marketplace with: those of `BENCH_SKILLS` (gzipped JSON lines), else the demo's. */
export async function readNames(): Promise<Named[]> {
  const path = process.env.BENCH_SKILLS;
  if (!path)
    return [...EXECUTABLE_SKILLS, ...PACKAGED_SKILLS].map(({ name, description }) => ({ name, description }));
  const rows: Named[] = [];
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    const { name, description } = JSON.parse(line) as Named;
    rows.push({ name: name.slice(0, 100), description: description.slice(0, 1024) });
  }
  return rows;
}

/** Fills `listing` with `count` skills made from names; beyond their number, with variations of them. */
export async function fillListings(names: Named[], count: number): Promise<void> {
  const { account } = await accounts.create({
    email: `bench-${newId()}@example.com`,
    password: "a long password",
    name: "Bench",
  });
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => toRow(names, from + i));
    await pool().query(
      `INSERT INTO listing (skill_id, slug, revision_id, revision_number, owner_id, developer_name, name, description, category,
         execution_type, pricing_type, price_micros, subscription_interval, price_per_call_micros, free_calls, first_use_micros,
         popularity, created_at, updated_at, published_at)
       SELECT id, 'bench-' || id, id, 1, $1, 'Bench', name, description, category, 'api', pricing, price, 'month', price, 0, price,
         popularity, now(), now(), now() - make_interval(secs => popularity)
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, description text, category text, pricing text, price bigint, popularity bigint)`,
      [account.id, JSON.stringify(rows)],
    );
  }
  await pool().query("VACUUM ANALYZE listing");
}

function toRow(names: Named[], index: number) {
  const { name, description } = names[index % names.length] ?? { name: "", description: "" };
  const round = Math.floor(index / names.length);
  const random = Math.imul(index + 1, 2_654_435_761) >>> 0;
  return {
    id: newId(),
    name: round === 0 ? name : `${name} ${(random % 9_973).toString(36)}`,
    description,
    category: CATEGORIES[random % CATEGORIES.length]?.slug,
    pricing: random % 3 === 0 ? "subscription" : "usage",
    price: (random % 5_000) * 10_000,
    popularity: random % 10_000,
  };
}
