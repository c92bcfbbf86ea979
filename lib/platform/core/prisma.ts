import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, PoolClient } from "pg";
import { type Prisma, PrismaClient } from "@/lib/platform/core/generated/client";
import { isTraced, traced } from "@/lib/platform/core/trace";

/** Our transactions are limited by the timeouts of their statements, locks and pauses. */
const NO_LIMIT_MS = 2 ** 31 - 1;
/** What Prisma sends around a transaction. */
const BOUNDARIES = new Set(["BEGIN", "COMMIT", "ROLLBACK"]);

export type PrismaOverPool = {
  client: PrismaClient;
  /** Runs work while Prisma may use the connection, which is in a transaction already. */
  join: <T>(connection: PoolClient, work: () => Promise<T>) => Promise<T>;
  /** Prisma on a connection that `join` has. Throws for any other. */
  within: (connection: object) => Prisma.TransactionClient;
};

/**
 * Opens Prisma over a pool. Prisma knows only transactions that it began, and has no way to run SQL on their connection
 * that answers rows as `pg` does. So a transaction begins as ours, and Prisma is given its connection as if it were new.
 */
export function openPrisma(pool: Pool, limits: { maxWaitMs: number; timeoutMs: number }): PrismaOverPool {
  const offered = new AsyncLocalStorage<{ connection: PoolClient | null }>();
  const joined = new WeakMap<object, Prisma.TransactionClient>();
  const connect = async () => {
    const offer = offered.getStore();
    if (!offer?.connection) return pool.connect();
    const { connection } = offer;
    // Only the transaction that it was offered to: others that begin meanwhile take connections of their own.
    offer.connection = null;
    return withoutBoundaries(connection);
  };
  const joinable: Pool = Object.create(pool, {
    connect: { value: connect },
    query: { value: pool.query.bind(pool) },
  });
  const client = withSpans(
    new PrismaClient({
      adapter: new PrismaPg(joinable),
      transactionOptions: { maxWait: limits.maxWaitMs, timeout: limits.timeoutMs },
    }),
  );
  return {
    client,
    join: (connection, work) =>
      offered.run({ connection }, () =>
        client.$transaction(
          async (tx) => {
            joined.set(connection, tx);
            return work().finally(() => joined.delete(connection));
          },
          { timeout: NO_LIMIT_MS },
        ),
      ),
    within: (connection) => {
      const tx = joined.get(connection);
      if (!tx) throw new Error("This connection is not in a transaction of transaction().");
      return tx;
    },
  };
}

/** A connection whose transaction our own code begins, ends and releases. */
function withoutBoundaries(connection: PoolClient): PoolClient {
  const query = (statement: { text: string }) =>
    BOUNDARIES.has(statement.text) ? { rows: [], fields: [], rowCount: 0 } : connection.query(statement);
  return Object.create(connection, { query: { value: query }, release: { value: () => {} } });
}

/** Makes a trace name each call, such as `Account.findUnique`, without its values, which may be personal. */
function withSpans(client: PrismaClient): PrismaClient {
  if (!isTraced()) return client;
  const attributes = { "db.system.name": "postgresql" };
  const extended = client.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) =>
        traced({ name: model ? `${model}.${operation}` : operation, kind: "client", attributes }, () => query(args)),
    },
  });
  // An extension of `query` leaves the client's methods as they are.
  return extended as unknown as PrismaClient;
}
