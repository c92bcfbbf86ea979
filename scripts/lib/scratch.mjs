import { randomBytes } from "node:crypto";
import pg from "pg";

/** Longest wait for a connection to the server. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Creates an empty database with a random name beside the one of `url`, which is not touched, and connects to it once. Returns its
 * URL and what drops it. Throws what the server throws, such as for a role that may not create databases.
 */
export async function createScratch(url) {
  const name = `verify_${randomBytes(8).toString("hex")}`;
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  await execute(url, `CREATE DATABASE ${name} TEMPLATE template0`);
  const drop = () => execute(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  try {
    await execute(scratch.href, "SELECT 1");
  } catch (error) {
    await drop();
    throw error;
  }
  return { url: scratch.href, drop };
}

async function execute(url, statement) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
