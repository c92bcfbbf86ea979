import { randomInt } from "node:crypto";
import getPort from "get-port";

/** Ports that no system gives to outgoing connections, so that only another test could take one first, and no browser refuses. */
const FIRST_PORT = 11_000;
const PORTS = 20_000;
const CANDIDATES = 20;
/** Each worker has its own range: another could take a port between finding it free and listening on it. */
const SHARES = 10;
const SHARE = PORTS / SHARES;
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % SHARES;

/** A port that is free now, to listen on a while later. */
export function freePort(): Promise<number> {
  const port = Array.from({ length: CANDIDATES }, () => FIRST_PORT + worker * SHARE + randomInt(SHARE));
  return getPort({ port, host: "127.0.0.1" });
}
