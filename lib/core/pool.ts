import { Pool, type PoolConfig } from "pg";

/**
 * Opens a pool whose connections may break at any moment, with their server or by an administrator's hand: a broken one
 * fails the statements on it and is replaced. Without listeners it would end the process, and the pool itself listens only
 * while a connection is idle, not from the moment on which it is handed to somebody.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
