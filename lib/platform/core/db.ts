import { isMainThread } from "node:worker_threads";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import type { Caller } from "@/lib/platform/core/caller";
import { hasNoConnection, isUnavailable } from "@/lib/platform/core/db-errors";
import { env, StartError } from "@/lib/platform/core/env";
import type { Prisma, PrismaClient } from "@/lib/platform/core/generated/client";
import { openPool } from "@/lib/platform/core/pool";
import { openPrisma, type PrismaOverPool } from "@/lib/platform/core/prisma";
import * as reach from "@/lib/platform/core/reach";
import { openReplica, type ReplicaState, type Statement } from "@/lib/platform/core/replica";
import { toStatement, type Values } from "@/lib/platform/core/statement";
import { traced } from "@/lib/platform/core/trace";

/**
 * Longest wait for a connection. The thread that renders pages waits longer: on a busy machine it notices a free connection late, and a
 * browser does not retry a failed page.
 */
const CONNECT_TIMEOUT_MS = isMainThread ? 5_000 : 15_000;
/** Longest statement that a request may cause; what may take longer runs `withLongTimeout`. */
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
/** Longest wait for an answer, above the statement timeout: only an unreachable database takes longer. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
const REACH_TIMEOUT_MS = 3_000;
/** Longest pause inside a transaction: a host that is gone must not hold locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
/** TCP keep-alive probes start after this much silence. */
const KEEP_ALIVE_MS = 10_000;

/** PostgreSQL cuts longer names, so that two of them may come to mean one statement. */
const MAX_NAME_BYTES = 63;

/** The attributes of every statement's span; values are left out, since they may be personal. */
const DATABASE_SPAN = { "db.system.name": "postgresql" };

type Database = {
  pool: Pool;
  leasePool: Pool;
  prisma: PrismaOverPool;
  replica: ReturnType<typeof openReplica> | null;
};
// The pages' bundle and the host's are separate copies of this module in one process: they share one pool.
const shared = globalThis as typeof globalThis & { marketplaceDatabase?: Database | "closed" };
/** Whether this copy of the module closed it: a test process goes on with a new copy, on another database. */
let isClosed = false;

function database(): Database {
  // Code that still runs while the process ends must not open connections again.
  if (isClosed || shared.marketplaceDatabase === "closed")
    throw new Error("The database is closed: this process ends.");
  shared.marketplaceDatabase ??= open();
  return shared.marketplaceDatabase;
}

function open(): Database {
  const { DATABASE_URL, DATABASE_POOL, DATABASE_PREPARED, DATABASE_REPLICA_URL } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL is not set, and no embedded database was started.");
  const options = {
    // A transaction pooler accepts no connection settings: there, set the timeouts on the database role.
    ...(DATABASE_PREPARED && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      // Dates and hours are cut in UTC, whatever the time zone of the server.
      options: "-c timezone=UTC",
    }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "marketplace",
  };
  const primary = { ...options, connectionString: DATABASE_URL, isOfWriter: true };
  const pool = openPool({
    ...primary,
    max: DATABASE_POOL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  const leasePool = openPool({
    ...primary,
    max: 1,
    connectionTimeoutMillis: REACH_TIMEOUT_MS,
    answerTimeoutMs: REACH_TIMEOUT_MS,
  });
  const replica = DATABASE_REPLICA_URL
    ? openReplica(
        {
          url: DATABASE_REPLICA_URL,
          connections: DATABASE_POOL,
          maxLagSeconds: env().DATABASE_REPLICA_LAG_SECONDS,
          options,
        },
        pool,
      )
    : null;
  return {
    pool,
    leasePool,
    replica,
    prisma: openPrisma(pool, { maxWaitMs: CONNECT_TIMEOUT_MS, timeoutMs: STATEMENT_TIMEOUT_MS }),
  };
}

/** Prisma over the process's one pool, or inside the transaction whose connection `db` is. Throws when `db` is in none. */
export function prisma(): PrismaClient;
export function prisma(db: Queryable | undefined): Transaction;
export function prisma(db?: Queryable): Transaction {
  const { client, within } = database().prisma;
  return db ? within(db) : client;
}

/** The process's one pool, for libraries that bring their own SQL. */
export function pool(): Pool {
  return database().pool;
}

/** One connection for the lease of this process: a process whose requests wait for connections is alive. */
export function leasePool(): Pool {
  return database().leasePool;
}

type Transaction = Prisma.TransactionClient;

/** A connection that can run a statement: the pool, or a client inside a transaction. */
export type Queryable = Pick<PoolClient, "query">;

type Runner = { query<Row extends QueryResultRow>(statement: Statement): Promise<{ rows: Row[] }> };

/** Where a read goes: the primary, the replica, which may be some seconds behind, or for visitors the primary while it serves. */
export type Source = Runner & { name: "primary" | "replica" | "visitors" };

const PRIMARY: Source = { name: "primary", query: (statement) => database().pool.query(statement) };
/** The replica, where there is one; ask `catalogSource` first whether it may be read. */
export const REPLICA: Source = {
  name: "replica",
  query: (statement) => answering().query(statement),
};

const answering = (): Runner => database().replica ?? database().pool;

/** What visitors read from the primary. While no primary serves, they are read from the replica, however old it is. */
export const VISITORS: Source = {
  name: "visitors",
  query: (statement) => readForVisitor(statement),
};

/** Tries the primary twice: the connection may have been one to a former primary. */
async function readForVisitor<Row extends QueryResultRow>(
  statement: Statement,
  isAgain = false,
): Promise<{ rows: Row[] }> {
  const { pool, replica } = database();
  if (reach.isAway() && replica?.isCopy()) return replica.query<Row>(statement);
  try {
    return await pool.query<Row>(statement);
  } catch (error) {
    if (!isUnavailable(error) || !replica?.isCopy()) throw error;
    const isServing = await reach.isServingNow(leasePool);
    // A primary that is only busy has not failed.
    if (isServing && hasNoConnection(error)) throw error;
    // The check may have passed just before the primary went down.
    return isServing && !isAgain ? readForVisitor<Row>(statement, true) : replica.query<Row>(statement);
  }
}

/** Where browsing, searching and categories are read: the replica while it is usable, else the primary. */
export function catalogSource(): Source {
  return database().replica?.isUsable() ? REPLICA : VISITORS;
}

/** Where to read for a caller: anonymous visitors (null) like the catalog, accounts always from the primary. */
export function sourceFor(caller: Caller | null): Source {
  return caller ? PRIMARY : catalogSource();
}

/** How the replica is doing, or null without one. */
export function replicaState(): ReplicaState | null {
  return database().replica?.state ?? null;
}

/**
 * Runs a named statement, prepared once a connection, or anew each time behind a pooler that hands connections on
 * (`DATABASE_PREPARED=off`). Give every distinct SQL text its own name, and many parameters names of theirs. Returns the rows. Throws a RangeError for a name of
 * more than 63 bytes.
 */
export async function query<Row extends QueryResultRow>(
  name: string,
  text: string,
  values: Values,
  on: Runner = database().pool,
): Promise<Row[]> {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new RangeError(`the name ${name} is too long`);
  const statement: Statement = toStatement(text, values);
  if (env().DATABASE_PREPARED) statement.name = name;
  return traced({ name, kind: "client", attributes: DATABASE_SPAN }, async () => {
    return (await on.query<Row>(statement)).rows;
  });
}

/**
 * Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. Inside,
 * `prisma(client)` and `query(…, client)` use that same connection.
 */
export function transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  return onConnection((client) => database().prisma.join(client, () => work(client)));
}

async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database().pool.connect();
  let isUnfit = false;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query(withShortTimeout("ROLLBACK")).catch(() => {
      isUnfit = true;
    });
    throw error;
  } finally {
    client.release(isUnfit);
  }
}

/** Takes a named lock until the transaction ends. */
export async function lockName(db: Queryable, name: string): Promise<void> {
  await query("db.lock", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name], db);
}

/**
 * Runs `work` in one transaction whose statements may take as long as this, and all see the database as it was when the first
 * one began. For background reads.
 */
export async function withLongTimeout<T>(timeoutMs: number, work: (db: Queryable) => Promise<T>): Promise<T> {
  return onConnection(async (client) => {
    await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    return work(await patient(client, timeoutMs));
  });
}

/** Raises the time limit of a transaction's statements, in the database and for their answers. */
async function patient(client: PoolClient, timeoutMs: number): Promise<Queryable> {
  await client.query(`SET LOCAL statement_timeout = ${Math.floor(timeoutMs)}`);
  const query = (given: string | Statement, values?: unknown[]) => {
    const statement = typeof given === "string" ? { text: given, values } : given;
    const bounded: typeof statement & { query_timeout: number } = {
      ...statement,
      query_timeout: timeoutMs + REACH_TIMEOUT_MS,
    };
    return client.query(bounded);
  };
  return { query: query as Queryable["query"] };
}

function withShortTimeout(text: string): Pick<Statement, "text"> {
  const statement = { text, query_timeout: REACH_TIMEOUT_MS };
  return statement;
}

/**
 * Whether the database answered when it was last asked, and takes writes. Only the first caller waits; later ones get the last result
 * and cause at most one new check a second, on its own connection, so that neither a database that hangs nor a busy pool holds back
 * those who ask for our health.
 */
export const isDatabaseReachable = (): Promise<boolean> => reach.isReachable(leasePool);

/** Whether a page can be read: of the primary, as the last two checks saw it, or as a visitor of a copy. */
export const canShowPages = (isSignedIn: boolean): boolean =>
  !reach.isDown() || (!isSignedIn && database().replica?.isCopy() === true);

/** Escapes a text for a LIKE pattern, which Prisma's `contains` and `startsWith` are, too. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Closes every connection of this process for good: later calls throw. */
export async function closeDatabase(): Promise<void> {
  const open = shared.marketplaceDatabase;
  isClosed = true;
  shared.marketplaceDatabase = "closed";
  reach.forget();
  if (open === undefined || open === "closed") return;
  await open.replica?.close();
  await open.prisma.client.$disconnect();
  await Promise.all([open.pool.end(), open.leasePool.end()]);
}
