import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports that no system gives to outgoing connections, so that only another test could take one first, and no browser refuses. */
const FIRST_PORT = 11_000;
const PORTS = 20_000;

/** A port that is free now, to listen on a while later. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + randomInt(PORTS);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
