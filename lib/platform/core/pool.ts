import { Client, type ClientConfig, Pool, type PoolConfig } from "pg";
import { READ_ONLY } from "@/lib/platform/core/db-errors";

/** How often connections are checked for overdue answers. */
const CHECK_MS = 250;

/**
 * `answerTimeoutMs` is the longest wait for the answer to a statement, unless the statement has a longer `query_timeout`. Connections
 * `isOfWriter` never lead to a standby.
 */
type Settings = Omit<PoolConfig, "query_timeout" | "Client"> & { answerTimeoutMs: number; isOfWriter?: boolean };

/** What a server says of itself, at first and when it changes. */
type Parameter = { parameterName: string; parameterValue: string };

const open = new Set<WatchedClient>();
setInterval(endOverdue, CHECK_MS).unref();

/**
 * A connection that is ended when an answer is overdue, or when its server does not lead any more: it refuses a write or, where no pooler
 * hides that, says at once that it is a standby. Behind a balancer the next connection leads to the writer. One timer serves all connections: with pg's own `query_timeout`, the timer of
 * each statement held its rows beyond young garbage collections, which made reading a page of rows 1.5 times as expensive.
 */
class WatchedClient extends Client {
  readonly #timeoutMs: number;
  /** When the answer that this waits for is overdue; never while it waits for none. */
  overdueAt = Number.POSITIVE_INFINITY;

  constructor(config: ClientConfig & Pick<Settings, "answerTimeoutMs" | "isOfWriter">) {
    super(config);
    this.#timeoutMs = config.answerTimeoutMs;
    open.add(this);
    this.on("end", () => open.delete(this));
    this.on("drain", () => {
      this.overdueAt = Number.POSITIVE_INFINITY;
    });
    // After the statement has failed with what the server says.
    this.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === READ_ONLY) this.connection.stream.destroy();
    });
    if (config.isOfWriter) this.connection.on("parameterStatus", (status: Parameter) => this.#endOnStandby(status));
  }

  #endOnStandby({ parameterName, parameterValue }: Parameter): void {
    if (parameterName !== "in_hot_standby" || parameterValue !== "on") return;
    this.connection.stream.destroy(Object.assign(new Error("this server is a standby"), { code: READ_ONLY }));
  }

  override query(...statement: unknown[]): never {
    const { query_timeout: ownMs = 0 } = Object(statement[0]) as { query_timeout?: number };
    this.overdueAt = performance.now() + Math.max(this.#timeoutMs, ownMs);
    const send = super.query as (...given: unknown[]) => never;
    return send.apply(this, statement);
  }
}

/** Ends connections whose answer is overdue, which fails their statements. */
function endOverdue(): void {
  for (const client of open) {
    if (performance.now() < client.overdueAt) continue;
    open.delete(client);
    client.connection.stream.destroy(new Error("Query read timeout"));
  }
}

/**
 * Opens a pool that survives broken connections: a broken one fails its statements and is replaced. Without the listeners, its
 * error event would end the process: the pool itself listens only while a connection is idle. Idle connections stay open: the first
 * calls on a new one take up to 300 ms, while its server process reads the catalogs and compiles the functions, and after a quiet time
 * one account's burst would open many, which everybody's requests then get.
 */
export function openPool(settings: Settings): Pool {
  const pool = new Pool({
    idleTimeoutMillis: 0,
    ...settings,
    Client: WatchedClient as unknown as NonNullable<PoolConfig["Client"]>,
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Connections of a pool: open, idle, and requests that wait for one. */
export type Connections = Record<"open" | "idle" | "waiting", number>;

/** The connections of a pool now. */
export function connectionsOf({ totalCount: open, idleCount: idle, waitingCount: waiting }: Pool): Connections {
  return { open, idle, waiting };
}
