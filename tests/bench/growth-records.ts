import type { Pool, PoolClient } from "pg";

/** Rows that the account that is looked at has of everything; all others belong to strangers. */
const OWN_ROWS = 2_000;
const STRANGERS = 1_000;
/** Calls are spread over this much time, purchases over what is still running. */
const CALLS_DAYS = 90;
const PURCHASES_DAYS = 25;
/** Most rows that one statement writes. */
const BATCH = 1_000_000;
/** One purchase for so many calls. */
const CALLS_A_PURCHASE = 10;

/**
 * Calls with their ledger entries, and purchases, as they would have come in over three months: one after the other, those of
 * the account among all others. Constraints and indexes are kept; triggers would take hours for what is known to be sound.
 */
export async function fillRecords(db: Pool, accountId: string, calls: number): Promise<void> {
  const client = await db.connect();
  try {
    await client.query("SELECT usage_partitions_ensure(now() - interval '3 months', 6)");
    await client.query("SET session_replication_role = replica");
    for (let from = 0; from < calls; from += BATCH) {
      const to = Math.min(calls, from + BATCH);
      await fillCalls(client, accountId, { from, to, of: calls });
    }
    await fillPurchases(client, accountId, Math.ceil(calls / CALLS_A_PURCHASE));
  } finally {
    client.release(true);
  }
  for (const table of [
    "usage_record",
    "ledger_transaction",
    "ledger_entry",
    "purchase",
    "skill",
    "skill_revision",
  ])
    await db.query(`VACUUM ANALYZE ${table}`);
}

type Range = { from: number; to: number; of: number };

const ownerOf = (total: number) =>
  `CASE WHEN i % ${Math.max(1, Math.floor(total / OWN_ROWS))} = 0 THEN $1::uuid ELSE md5('stranger ' || i % ${STRANGERS})::uuid END`;
const timeOf = (total: number, days: number) =>
  `(now() - make_interval(secs => (${total} - i) * ${days * 86_400}::float8 / ${total}))::timestamptz(3)`;

async function fillCalls(client: PoolClient, accountId: string, { from, to, of }: Range): Promise<void> {
  const at = timeOf(of, CALLS_DAYS);
  const range = `generate_series(${from}, ${to - 1}) AS i`;
  await client.query(
    `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, key_prefix, created_at)
     SELECT uuidv7(${at} - now()), ${ownerOf(of)}, md5('skill ' || i % 5000)::uuid, 'skill-' || i % 5000, md5('dev ' || i % 500)::uuid,
       'execute', 'succeeded', 1000, false, 120, 'skm_abcdef', ${at} FROM ${range}`,
    [accountId],
  );
  await client.query(
    `WITH call AS MATERIALIZED (SELECT i, uuidv7(${at} - now()) AS id, ${at} AS at, ${ownerOf(of)} AS payer FROM ${range}),
       posted AS (INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject, created_at)
         SELECT id, 'execute', 'hold', id, 'skill-' || i % 5000, at FROM call)
     INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros, balance_after_micros, created_at)
       SELECT id, account, owner, amount, 1000000, at FROM call,
         LATERAL (VALUES ('wallet', payer, -1000), ('earnings', md5('dev ' || i % 500)::uuid, 1000)) AS e (account, owner, amount)`,
    [accountId],
  );
}

/** Purchases of skills of their own, whose names come from revisions. */
async function fillPurchases(client: PoolClient, accountId: string, count: number): Promise<void> {
  const range = `generate_series(0, ${count - 1}) AS i`;
  await client.query(
    `INSERT INTO skill (id, slug, owner_id, current_revision_id, live_revision_id, signing_secret, pseudonym_secret)
     SELECT md5('sold ' || i)::uuid, 'sold-' || i, $1, md5('revision ' || i)::uuid, md5('revision ' || i)::uuid, 'x', 'x' FROM ${range}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO skill_revision (id, skill_id, number, status, name, description, category, execution_type)
     SELECT md5('revision ' || i)::uuid, md5('sold ' || i)::uuid, 1, 'approved', 'Sold', 'Sold', 'data', 'api' FROM ${range}`,
  );
  await client.query(
    `INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, anchor_at, started_at, current_period_end)
     SELECT uuidv7(t - now()), ${ownerOf(count)}, md5('sold ' || i)::uuid, $1, 1000000, 'month', t, t, t + interval '1 month'
     FROM ${range}, LATERAL (SELECT ${timeOf(count, PURCHASES_DAYS)} AS t) AS began`,
    [accountId],
  );
}
