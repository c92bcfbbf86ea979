import { Pool, type PoolConfig } from "pg";

/**
 * Opens a pool that survives broken connections: a broken one fails its statements and is replaced. Without the listeners, its
 * error event would end the process: the pool itself listens only while a connection is idle.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
