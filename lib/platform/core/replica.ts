import type { Pool, PoolConfig, QueryResultRow } from "pg";
import { isUnavailable } from "@/lib/platform/core/db-errors";
import { log } from "@/lib/platform/core/log";
import { openPool } from "@/lib/platform/core/pool";

/** How often the replica is asked how far behind it is. */
const CHECK_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_000;
const CHECK_TIMEOUT_MS = 1_000;
/** A read that takes longer on the replica is repeated on the primary. */
const READ_TIMEOUT_MS = 10_000;

/** A statement with its values; the name is that of its prepared form. */
export type Statement = { name?: string; text: string; values: unknown[] };

/** What operators see of a replica: reads by where they were answered, `retried` being those that failed on the replica. */
export type ReplicaState = {
  isUsable: boolean;
  lagSeconds: number;
  reads: Record<"replica" | "primary" | "retried", number>;
};

type Settings = { url: string; connections: number; maxLagSeconds: number; options: PoolConfig };

/**
 * Seconds behind the primary. A standby that has replayed everything it received is current while it is still streaming,
 * however long ago the last transaction was.
 */
const CHECK = `SELECT (pg_control_system()).system_identifier::text AS cluster,
  pg_is_in_recovery() AS is_standby, EXISTS (SELECT FROM pg_stat_wal_receiver) AS is_streaming,
  CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
    ELSE coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()),
    0) END::float AS lag_seconds`;

type Row = { cluster: string; is_standby: boolean; is_streaming: boolean; lag_seconds: number };

/** What a primary and its standbys have in common, and no other server has. */
const CLUSTER = "SELECT (pg_control_system()).system_identifier::text AS cluster";

export const OTHER_DATABASE = "it is a copy of another database: check DATABASE_REPLICA_URL";

/** The cluster of a server. */
export const clusterOf = async (pool: Pool) => (await pool.query<{ cluster: string }>(CLUSTER)).rows[0]?.cluster;

/** Asks a replica how it is: whether it is a copy of a cluster, how far behind, and what is wrong with it, or null. */
export async function lookAt(replica: Pool, cluster: string | undefined, maxLagSeconds: number) {
  const { rows } = await replica.query<Row>(CHECK);
  const { cluster: own, is_standby: isStandby, is_streaming: isStreaming, lag_seconds: lagSeconds } = rows[0] as Row;
  const isLate = lagSeconds > maxLagSeconds;
  let problem = isLate ? "it lags behind" : null;
  if (!isStreaming) problem = "it does not follow a primary";
  if (!isStandby) problem = "it is not a standby";
  if (own !== cluster) problem = OTHER_DATABASE;
  return { problem, lagSeconds, isCopy: own === cluster };
}

/** Reads from one standby while it is current enough, and from the primary when that fails. */
export function openReplica(settings: Settings, primary: Pool) {
  const reader = poolOf(settings, settings.connections, READ_TIMEOUT_MS);
  const checker = poolOf(settings, 1, CHECK_TIMEOUT_MS);
  const state: ReplicaState = {
    isUsable: false,
    lagSeconds: 0,
    reads: { replica: 0, primary: 0, retried: 0 },
  };
  let isClosed = false;
  let reported: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let ofPrimary: string | undefined;
  let isCopy = false;

  const report = (problem: string | null) => {
    state.isUsable = problem === null;
    if (isClosed || problem === reported) return;
    if (problem !== null) log.warn({ problem }, "the replica is not used: reads go to the primary");
    else log.info("the replica is used again");
    reported = problem;
  };
  const check = async () => {
    // While no primary serves, the cluster that it was in is known.
    ofPrimary ??= await clusterOf(primary);
    const { problem, lagSeconds, ...seen } = await lookAt(checker, ofPrimary, settings.maxLagSeconds);
    state.lagSeconds = lagSeconds;
    isCopy = seen.isCopy;
    report(problem);
  };
  const run = async () => {
    // The connection may have led to a standby that stopped or was promoted: try a new one.
    await check()
      .catch(check)
      .catch((error: Error) => {
        isCopy = false;
        report(`it cannot be reached: ${error.message}`);
      });
    if (!isClosed) timer = setTimeout(run, CHECK_MS).unref();
  };
  const firstRun = run();

  return {
    state,

    /** Whether the standby answers the next read; counted. */
    isUsable(): boolean {
      state.reads[state.isUsable ? "replica" : "primary"]++;
      return state.isUsable;
    },

    /**
     * Whether the server has what the primary had, though perhaps nothing newer: it serves visitors while no primary does, also when it
     * is a standby that was promoted a moment ago.
     */
    isCopy: () => isCopy,

    /** Reads from the standby, or from the primary when that fails; while no primary serves, from the standby that is connected to next. */
    async query<Row extends QueryResultRow>(statement: Statement): Promise<{ rows: Row[] }> {
      try {
        return await reader.query<Row>(statement);
      } catch (error) {
        // An error without PostgreSQL's severity is one of the connection: wait for the next check.
        if (!(error instanceof Error && "severity" in error)) report("it cannot be reached");
        state.reads.retried++;
        try {
          return await primary.query<Row>(statement);
        } catch (failure) {
          if (!isUnavailable(failure)) throw failure;
          // A standby that was just promoted loses its readers' connections: the next one goes to another standby.
          return reader.query<Row>(statement);
        }
      }
    },

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await firstRun;
      await Promise.all([checker.end(), reader.end()]);
    },
  };
}

function poolOf({ url, options }: Settings, max: number, timeoutMs: number): Pool {
  return openPool({
    ...options,
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    answerTimeoutMs: timeoutMs,
  });
}
