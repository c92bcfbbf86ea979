import type { Pool, PoolClient } from "pg";

/** Rows that the account that is looked at has of everything; all others belong to strangers. */
const OWN_ROWS = 2_000;
/** One stranger for so many calls. */
const CALLS_A_STRANGER = 100;
/** A skill of that account has one of so many calls; one of ten fails, and a fixed number of those with the rare error code. */
const CALLS_A_SELLERS_CALL = 50;
const CALLS_A_FAILURE = 10 * CALLS_A_SELLERS_CALL;
const RARE_FAILURES = 40;
export const RARE_CODE = "response_invalid";
/** Skills that are called, beside that one. */
const CALLED_SKILLS = 5_000;
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
    await fillAccounts(client, calls);
    await fillSkills(client, { kind: "skill", count: CALLED_SKILLS, owner: developerOf });
    for (let from = 0; from < calls; from += BATCH) {
      const to = Math.min(calls, from + BATCH);
      await fillCalls(client, accountId, { from, to, of: calls });
    }
    const purchases = Math.ceil(calls / CALLS_A_PURCHASE);
    await fillSkills(client, { kind: "sold", count: purchases, owner: `'${accountId}'` });
    await fillPurchases(client, accountId, purchases);
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
    "account",
    "account_usage_hour",
    "skill_caller_day",
    "skill_stats_day",
    "ledger_day",
  ])
    await db.query(`VACUUM ANALYZE ${table}`);
}

type Range = { from: number; to: number; of: number };

/** One less than a round number, so that every stranger calls every skill in time. */
const strangersOf = (calls: number) => Math.ceil(calls / CALLS_A_STRANGER) - 1;
const ownerOf = (total: number) =>
  `CASE WHEN i % ${Math.max(1, Math.floor(total / OWN_ROWS))} = 0 THEN $1::uuid ELSE md5('stranger ' || i % ${strangersOf(total)})::uuid END`;
const developerOf = "md5('dev ' || i % 500)::uuid";
const isEvery = (every: number) => `i % ${every} = 1`;
const timeOf = (total: number, days: number) =>
  `(now() - make_interval(secs => (${total} - i) * ${days * 86_400}::float8 / ${total}))::timestamptz(3)`;

async function fillAccounts(client: PoolClient, calls: number): Promise<void> {
  await client.query(
    `WITH used AS (
       INSERT INTO account_usage_hour (account_id, hour, skill_slug, calls, failed, cost_micros)
         SELECT md5('stranger ' || i)::uuid, date_trunc('hour', now()), 'skill-0', 1, 0, 1000 FROM generate_series(0, ${strangersOf(calls) - 1}) AS i)
     INSERT INTO account (id, email, name, created_at, updated_at)
     SELECT md5('stranger ' || i)::uuid, 'stranger-' || i || '@example.com', 'Stranger', t, t
     FROM generate_series(0, ${strangersOf(calls) - 1}) AS i, LATERAL (SELECT ${timeOf(strangersOf(calls), CALLS_DAYS)} AS t) AS joined`,
  );
}

type Skills = { kind: "sold" | "skill"; count: number; owner: string };

/** Skills with an approved revision, which has their name. */
async function fillSkills(client: PoolClient, { kind, count, owner }: Skills): Promise<void> {
  const range = `generate_series(0, ${count - 1}) AS i`;
  await client.query(
    `WITH revision AS (
       INSERT INTO skill_revision (id, skill_id, number, status, name, description, category, execution_type)
         SELECT md5('${kind} revision ' || i)::uuid, md5('${kind} ' || i)::uuid, 1, 'approved', 'Sold', 'Sold', 'data', 'api' FROM ${range})
     INSERT INTO skill (id, slug, owner_id, current_revision_id, live_revision_id, signing_secret, pseudonym_secret)
       SELECT md5('${kind} ' || i)::uuid, '${kind}-' || i, ${owner}::uuid, md5('${kind} revision ' || i)::uuid, md5('${kind} revision ' || i)::uuid, 'x', 'x' FROM ${range}`,
  );
}

/** Calls with their ledger entries, and what the jobs add up of them. */
async function fillCalls(client: PoolClient, accountId: string, { from, to, of }: Range): Promise<void> {
  const at = timeOf(of, CALLS_DAYS);
  const range = `generate_series(${from}, ${to - 1}) AS i`;
  const isFailed = `(${isEvery(CALLS_A_FAILURE)})`;
  const isRare = isEvery(CALLS_A_FAILURE * Math.max(1, Math.floor(of / CALLS_A_FAILURE / RARE_FAILURES)));
  const before = await lastEvent(client);
  await client.query(
    `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, error_code, duration_ms, key_prefix, created_at)
     SELECT uuidv7(${at} - now()), ${ownerOf(of)}, CASE WHEN ${isEvery(CALLS_A_SELLERS_CALL)} THEN md5('sold 0') ELSE md5('skill ' || i % ${CALLED_SKILLS}) END::uuid,
       'skill-' || i % ${CALLED_SKILLS}, CASE WHEN ${isEvery(CALLS_A_SELLERS_CALL)} THEN $1 ELSE ${developerOf} END, 'execute',
       CASE WHEN ${isFailed} THEN 'failed' ELSE 'succeeded' END, CASE WHEN ${isFailed} THEN 0 ELSE 1000 END, false,
       CASE WHEN ${isRare} THEN '${RARE_CODE}' WHEN ${isFailed} THEN 'upstream_failed' END, 120, 'skm_abcdef', ${at} FROM ${range}`,
    [accountId],
  );
  await client.query(
    `WITH call AS MATERIALIZED (SELECT i, uuidv7(${at} - now()) AS id, ${at} AS at, ${ownerOf(of)} AS payer FROM ${range} WHERE NOT ${isFailed}),
       posted AS (INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject, created_at)
         SELECT id, 'execute', 'hold', id, 'skill-' || i % ${CALLED_SKILLS}, at FROM call)
     INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros, balance_after_micros, created_at)
       SELECT id, account, owner, amount, 1000000, at FROM call,
         LATERAL (VALUES ('wallet', payer, -1000), ('earnings', ${developerOf}, 1000)) AS e (account, owner, amount)`,
    [accountId],
  );
  await rollUp(client, before, await lastEvent(client));
}

/** The number of the last event, by which the jobs find what they have not added up yet. */
async function lastEvent(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ last: string }>("SELECT last_value AS last FROM event_seq");
  return rows[0]?.last ?? "0";
}

/** What the jobs add up of the events between two numbers, as far as the overview reads it. */
async function rollUp(client: PoolClient, from: string, until: string): Promise<void> {
  const fresh = "usage_record WHERE event_seq > $1 AND event_seq <= $2";
  await client.query("SELECT rollup_journal($1, $2)", [from, until]);
  await client.query("SELECT activity_add($1, $2)", [from, until]);
  await client.query(
    `INSERT INTO call_day AS d (day, calls) SELECT utc_day(created_at), count(*) FILTER (WHERE status = 'succeeded') FROM ${fresh} GROUP BY 1
     ON CONFLICT (day) DO UPDATE SET calls = d.calls + excluded.calls`,
    [from, until],
  );
  await client.query(
    `INSERT INTO skill_caller_day (skill_id, day, account_id) SELECT DISTINCT skill_id, utc_day(created_at), account_id FROM ${fresh}
     ON CONFLICT DO NOTHING`,
    [from, until],
  );
  await client.query(
    `INSERT INTO skill_stats_day AS d (skill_id, day, calls, failures, call_micros)
       SELECT skill_id, utc_day(created_at), count(*) FILTER (WHERE status = 'succeeded'), count(*) FILTER (WHERE status = 'failed'), sum(cost_micros)
       FROM ${fresh} GROUP BY 1, 2 ORDER BY 2
     ON CONFLICT (skill_id, day) DO UPDATE SET calls = d.calls + excluded.calls, failures = d.failures + excluded.failures,
       call_micros = d.call_micros + excluded.call_micros`,
    [from, until],
  );
}

/** Purchases of skills of their own, whose names come from revisions. */
async function fillPurchases(client: PoolClient, accountId: string, count: number): Promise<void> {
  const range = `generate_series(0, ${count - 1}) AS i`;
  await client.query(
    `INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, anchor_at, started_at, current_period_end)
     SELECT uuidv7(t - now()), ${ownerOf(count)}, md5('sold ' || i)::uuid, $1, 1000000, 'month', t, t, t + interval '1 month'
     FROM ${range}, LATERAL (SELECT ${timeOf(count, PURCHASES_DAYS)} AS t) AS began`,
    [accountId],
  );
}
