import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";

const START_TIMEOUT_MS = 10_000;
const POOL_SIZE = 15;

/** Starts Debian's redis-server on a free port, or returns null where it is not installed. */
export async function startRedis() {
  const port = await getPort({ host: "127.0.0.1" });
  const stop = await run("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], port);
  return stop && { url: `redis://127.0.0.1:${port}`, stop };
}

/**
 * Starts Debian's pgbouncer in front of a server of ours, handing connections on from transaction to transaction, or
 * returns null where it is not installed.
 */
export async function startPooler(folder, server) {
  const port = await getPort({ host: "127.0.0.1" });
  const { username, password } = new URL(server.url("postgres"));
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `* = host=127.0.0.1 port=${server.port} user=${username} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 1000",
    `default_pool_size = ${POOL_SIZE}`,
    "ignore_startup_parameters = extra_float_digits",
  ];
  writeFileSync(file, settings.join("\n"));
  chmodSync(file, 0o644);
  // It refuses to run as root; Debian's package brings no user that must exist, so it becomes nobody.
  const args = process.getuid?.() === 0 ? ["-q", "-u", "nobody", file] : ["-q", file];
  const stop = await run("pgbouncer", args, port);
  return stop && { port, stop };
}

/** Runs a server until it listens. Returns what stops it, or null when there is no such program. */
async function run(program, args, port) {
  const child = spawn(program, args, { stdio: "ignore" });
  let isOver = false;
  const ended = new Promise((done) => child.once("exit", done).once("error", done)).then(() => {
    isOver = true;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!isOver && !(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`${program} does not start`);
    await sleep(50);
  }
  if (isOver) return null;
  process.once("exit", () => child.kill());
  return async () => {
    child.kill();
    await ended;
  };
}

async function isListening(port) {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
