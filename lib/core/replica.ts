import type { Pool, PoolConfig, QueryResultRow } from "pg";
import { log } from "@/lib/core/log";
import { openPool } from "@/lib/core/pool";

/** How often the replica is asked how far it has come, and how often the primary, to know how late the replica is. */
const LOOK_MS = 100;
const LOOKS_A_MARK = 10;
/** A replica that has not said so for this long is not relied on. */
const STALE_MS = 1_500;
/** The first looks find a standby that has not been measured yet: that is nothing to tell. */
const GRACE_LOOKS = 20;
const CONNECT_TIMEOUT_MS = 1_000;
const LOOK_TIMEOUT_MS = 1_000;
/** A read that takes longer on the replica is asked of the primary instead. */
const READ_TIMEOUT_MS = 10_000;
/** Most marks that are kept: a replica that is this far behind is out of use anyway. */
const MAX_MARKS = 600;

/** Where the primary was at a time: every transaction before this one had ended. */
type Mark = { transactionId: bigint; at: number };

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
 * Reads from one standby, and from the primary when that fails. Whoever reads says which transaction must be visible; a
 * standby shows every transaction before the oldest one that it has not seen the end of.
 */
export function openReplica(settings: Settings, primary: Pool) {
  const reader = poolOf(settings, settings.connections, READ_TIMEOUT_MS);
  const watch = openWatch(settings, primary);
  const { state } = watch;
  return {
    state,

    /** Whether the standby may answer somebody who must see a transaction, or who need not see any; counted. */
    shows(transactionId: string | null): boolean {
      const shown = watch.isFresh() && (transactionId === null || watch.hasReplayed(BigInt(transactionId)));
      state.reads[shown ? "replica" : "primary"]++;
      return shown;
    },

    /** Reads from the standby, or from the primary when that fails. */
    async query<Row extends QueryResultRow>(statement: Statement): Promise<{ rows: Row[] }> {
      try {
        return await reader.query<Row>(statement);
      } catch (error) {
        // An error without PostgreSQL's severity is one of the connection: nothing is sent there before it answers again.
        if (!(error instanceof Error && "severity" in error)) watch.doubt();
        state.reads.retried++;
        return primary.query<Row>(statement);
      }
    },

    async close(): Promise<void> {
      await Promise.all([watch.close(), reader.end()]);
    },
  };
}

/** Asks a standby again and again how far it has come, and says once when it gets out of use and when it is back. */
function openWatch(settings: Settings, primary: Pool) {
  const asker = poolOf(settings, 1, LOOK_TIMEOUT_MS);
  const lag = measureLag(primary);
  const state: ReplicaState = {
    isUsable: false,
    lagSeconds: 0,
    reads: { replica: 0, primary: 0, retried: 0 },
  };
  let replayed = 0n;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looks = 0;
  let isClosed = false;
  let told: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const tell = (reason: string | null) => {
    state.isUsable = reason === null;
    if (isClosed || reason === told) return;
    if (reason !== null) log.warn({ reason }, "the replica is out of use: the primary answers its reads");
    else log.info("the replica is in use again");
    told = reason;
  };
  const look = async () => {
    if (looks++ % LOOKS_A_MARK === 0) lag.mark();
    const { rows } = await asker.query<{ is_standby: boolean; replayed: string }>(
      "SELECT pg_is_in_recovery() AS is_standby, pg_snapshot_xmin(pg_current_snapshot())::text AS replayed",
    );
    replayed = BigInt(rows[0]?.replayed ?? 0);
    lookedAt = performance.now();
    const seconds = lag.secondsAt(replayed);
    state.lagSeconds = seconds ?? 0;
    if (!rows[0]?.is_standby) tell("it is not a standby");
    else if (seconds === null && looks <= GRACE_LOOKS) state.isUsable = false;
    else if (seconds === null) tell("it has not caught up");
    else tell(seconds > settings.maxLagSeconds ? "it lags behind" : null);
  };
  const goOn = async () => {
    await look().catch((error: Error) => tell(`it cannot be asked: ${error.message}`));
    if (!isClosed) timer = setTimeout(goOn, LOOK_MS).unref();
  };
  const begun = goOn();

  return {
    state,
    isFresh: () => state.isUsable && performance.now() - lookedAt < STALE_MS,
    hasReplayed: (transactionId: bigint) => transactionId < replayed,
    doubt: () => {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await begun;
      await asker.end();
    },
  };
}

/** How old what a standby shows is, by where the primary was when. */
function measureLag(primary: Pool) {
  /** Where the primary was at the beginning: a standby that has never come this far may be any time behind. */
  let start: bigint | undefined;
  let furthest = 0n;
  let marks: Mark[] = [];
  return {
    /** Notes where the primary is. Without it nothing is noted: then nothing is written, and no request passes the check of its key. */
    mark: () => {
      const at = performance.now();
      primary
        .query<{ ended: string }>("SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS ended")
        .then(({ rows }) => {
          const transactionId = BigInt(rows[0]?.ended ?? 0);
          start ??= transactionId;
          if (marks.length < MAX_MARKS) marks.push({ transactionId, at });
        })
        .catch(() => {});
    },
    /** The seconds that a standby which has come this far is behind; null while nobody can know. */
    secondsAt: (replayed: bigint): number | null => {
      // It was replaced by one that is further behind, by any time.
      if (replayed < furthest) start = undefined;
      furthest = replayed;
      marks = marks.filter(({ transactionId }) => transactionId > replayed);
      if (start === undefined || replayed < start) return null;
      return marks[0] ? (performance.now() - marks[0].at) / 1000 : 0;
    },
  };
}

function poolOf({ url, options }: Settings, max: number, timeoutMs: number): Pool {
  return openPool({
    ...options,
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeoutMs,
  });
}
