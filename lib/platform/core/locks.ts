import { type Queryable, query } from "@/lib/platform/core/db";

/** Columns by which rows of a table are locked. The first is its key: several rows are locked in its order. */
export const LOCKED_BY = {
  account: ["id"],
  auto_topup: ["account_id", "customer_id"],
  listing: ["skill_id", "owner_id"],
  name_check: ["skill_id"],
  payment_event: ["id"],
  payout: ["id"],
  skill: ["id", "owner_id"],
  topup_order: ["id"],
  wallet: ["account_id"],
} as const;
type Locked = typeof LOCKED_BY;

/** The statement of `lockRows`. */
export const lockText = (table: keyof Locked, column: string) =>
  `SELECT 1 FROM ${table} WHERE ${column} = ANY($1) ORDER BY ${LOCKED_BY[table][0]} FOR UPDATE`;

/**
 * Locks the rows of a table until the transaction ends; read them afterwards, since a statement that waits for a lock sees joined
 * tables as they were before. prisma/sql/README.md has the order of tables.
 */
export async function lockRows<Table extends keyof Locked>(
  db: Queryable,
  table: Table,
  column: Locked[Table][number],
  value: string | string[],
): Promise<void> {
  await query(`lock.${table}.${column}`, lockText(table, column), [[value].flat()], db);
}

/** Locks an account's wallet: the first lock of any transaction that moves its credits or depends on them. */
export async function lockWallet(db: Queryable, accountId: string): Promise<void> {
  await lockRows(db, "wallet", "account_id", accountId);
}
