import { pool } from "@/lib/platform/core/db";
import { excuseAll } from "@/tests/support/money";

/**
 * Fills the tables that grow with every call and purchase with as many rows each, the first hundredth of them an account's,
 * without what the rules would say of them: only for what reads, and for what looks at how it is read.
 */
export async function fillTables(accountId: string, count: number): Promise<void> {
  excuseAll();
  const client = await pool().connect();
  await client.query("SET session_replication_role = replica");
  const owner = `CASE WHEN i <= ${count / 100} THEN $1::uuid ELSE md5('stranger ' || i % 500)::uuid END`;
  const rows = `generate_series(1, ${count}) AS i`;
  const at = "now() - make_interval(secs => i)";
  await client.query(
    `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
     SELECT gen_random_uuid(), ${owner}, gen_random_uuid(), 'a', gen_random_uuid(), 'execute', 'succeeded', 1, false, 1, ${at} FROM ${rows}`,
    [accountId],
  );
  await client.query(
    `WITH posted AS (INSERT INTO ledger_transaction (id, kind, source_type, source_id)
       SELECT gen_random_uuid(), 'execute', 'test', i::text FROM ${rows} RETURNING id, source_id::int AS i)
     INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros, balance_after_micros)
       SELECT id, 'wallet', ${owner}, 1, 1 FROM posted`,
    [accountId],
  );
  await client.query(
    `INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, anchor_at, started_at, current_period_end)
     SELECT gen_random_uuid(), ${owner}, gen_random_uuid(), gen_random_uuid(), 1, 'month', now(), now(), now() + interval '1 month' FROM ${rows}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO audit_event (id, actor_id, action, subject_type, subject_id, details, created_at)
       SELECT gen_random_uuid(), ${owner}, 'skill.approve', 'skill', i::text, '{}', now() - i * interval '1 minute' FROM ${rows}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros) SELECT gen_random_uuid(), ${owner}, 500, 5000000 FROM ${rows}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO idempotency_record (account_id, key, token, fingerprint, completed_at) SELECT ${owner}, i::text, gen_random_uuid(), '', now() FROM ${rows}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO hold (id, account_id, skill_id, developer_id, amount_micros, state, kind, skill_slug, expires_at, closed_at)
     SELECT overlay(gen_random_uuid()::text PLACING '02ff' FROM 1)::uuid, ${owner}, gen_random_uuid(), gen_random_uuid(), 1, 'captured', 'execute', 'a', now(), now() FROM ${rows}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO payment_event (id, type, payload, processed_at) SELECT 'evt_' || i, 'charge.refunded', '{"a": 1}', now() FROM ${rows}`,
  );
  client.release(true);
}
