import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { totalmem } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import pg from "pg";
import { initialise, reachable, readableBinaries, storedPassword, USER, unprivilegedOwner } from "./cluster.mjs";
import { StartError } from "./install.mjs";

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 15_000;
/** A port can be taken between its choice and its use, and killed connections linger a moment: then it is tried again. */
const START_ATTEMPTS = 3;
const RETRY_DELAY_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/**
 * PostgreSQL's documentation recommends a quarter of the memory for a server of its own; this one shares its machine with
 * the product, and a listing of a million skills is read from about as much. Only what is used is ever taken.
 */
const BUFFERS_SHARE = 1 / 8;
const [LEAST_BUFFERS_MB, MOST_BUFFERS_MB] = [128, 1_024];
// Without autovacuum, plans change only where a test asks for statistics, not by the minute in which it runs.
const FAST = [
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
  ...["shared_buffers=256MB", "autovacuum=off", "max_wal_size=256MB"],
  // Of several test files and the processes that they start, each with a pool of its own. The last of a setting applies.
  "max_connections=500",
];

/** The longest path of a socket that every system takes, and the name that PostgreSQL gives it. */
const MOST_SOCKET_BYTES = 100;
const SOCKET_NAME = "/.s.PGSQL.00000";

/**
 * Starts real PostgreSQL from npm in a folder, on a loopback port, by default a free one, and on a socket beside its files, which its
 * address names where the system has such: a query over it takes three quarters of the processor's time. An orphan that a killed
 * start left behind is stopped first. The server ends with this process, however that exits, short of a kill.
 * `isFast` trades durability for speed, for tests. Throws StartError with the server's own words.
 */
export async function startPostgres({ folder, isFast = false, port: wanted = 0 }) {
  const home = resolve(folder);
  const owner = unprivilegedOwner();
  const binaries = await readableBinaries(owner);
  const cluster = reachable(join(home, "postgres"), owner);
  await stopOrphan(cluster);
  const password = storedPassword(home, cluster);
  if (!existsSync(join(cluster, "PG_VERSION"))) initialise(binaries, cluster, password, owner);
  const log = join(home, "postgres.log");
  for (let attempt = 1; ; attempt++) {
    const port = wanted || (await getPort({ host: "127.0.0.1" }));
    const sockets = mayHaveSocket(cluster) ? cluster : "";
    const server = launch(binaries, cluster, { port, isFast, log, owner, sockets });
    const ended = new Promise((done) => server.once("exit", done));
    const stop = stopper(server);
    const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/`;
    const query = sockets && `?host=${encodeURIComponent(sockets)}`;
    try {
      await waitUntilReady(cluster, server, log);
      return { url: (database) => url + database + query, port, pid: server.pid, ended, stop };
    } catch (error) {
      await stop();
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

/** PostgreSQL splits its list of folders at commas, and reads quotes around one. */
function mayHaveSocket(folder) {
  const isShort = Buffer.byteLength(folder + SOCKET_NAME) < MOST_SOCKET_BYTES;
  return process.platform !== "win32" && isShort && !/[,"]/.test(folder);
}

function launch(binaries, cluster, { port, isFast, log, owner, sockets }) {
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${sockets}`, "max_connections=200"];
  const durable = [`shared_buffers=${buffersMb()}MB`];
  const output = openSync(log, "w", 0o600);
  const server = spawn(
    binaries.postgres,
    ["-D", cluster, "-p", String(port), ...[...settings, ...(isFast ? FAST : durable)].flatMap((set) => ["-c", set])],
    // A group of its own: Ctrl-C must reach the database only after the requests in flight.
    { detached: true, stdio: ["ignore", output, output], ...owner },
  );
  closeSync(output);
  return server;
}

/** Megabytes that the server may keep of its files: a share of the machine's memory, or of what a container may have. */
function buffersMb() {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const share = Math.floor((bytes * BUFFERS_SHARE) / 1024 ** 2);
  return Math.min(MOST_BUFFERS_MB, Math.max(LEAST_BUFFERS_MB, share));
}

/** Stops a server, once. It also stops when this process exits, or on a signal that nothing else handles. */
function stopper(server) {
  const exited = new Promise((done) => {
    if (hasEnded(server)) done();
    server.once("exit", done).once("error", done);
  });
  const onExit = () => server.kill("SIGINT");
  const stop = async () => {
    server.kill("SIGINT");
    const timer = setTimeout(() => server.kill("SIGQUIT"), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
    process.off("exit", onExit);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = (signal) => {
    if (process.listenerCount(signal) === 1) stop().then(() => process.exit(1));
  };
  process.once("exit", onExit);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return stop;
}

function hasEnded(server) {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null;
}

/** Creates a database unless it is there, as a copy of another when told. */
export async function ensureDatabase(adminUrl, name, template = "template1") {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
  if (!rowCount) await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  await client.end();
}

/** A killed start leaves its database running: it is stopped, since its settings are unknown. */
async function stopOrphan(cluster) {
  const { file, pid } = lockFileOf(cluster);
  // A file whose process is gone is PostgreSQL's to judge; one whose number another process got would stop it.
  if (!exists(pid)) return;
  const command = `/proc/${pid}/cmdline`;
  if (existsSync(command) && !readFileSync(command, "utf8").includes(cluster)) {
    rmSync(file, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (lockFileOf(cluster).pid === pid && exists(pid)) {
    if (Date.now() > deadline)
      throw new StartError(`A database process of an earlier start (${pid}) does not end. Stop it and start again.`);
    await sleep(50);
  }
}

/** What PostgreSQL says of itself in its lock file: its process, and in the eighth line whether it is ready. */
function lockFileOf(cluster) {
  const file = join(cluster, "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return { file, pid: Number.parseInt(lines[0], 10), isReady: lines[7]?.trim() === "ready" };
}

function exists(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function waitUntilReady(cluster, server, log) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && !hasEnded(server)) {
    const { pid, isReady } = lockFileOf(cluster);
    if (pid === server.pid && isReady) return;
    await sleep(50);
  }
  const lastWords = readFileSync(log, "utf8").trim().split("\n").slice(-2).join(" ");
  throw new StartError(`PostgreSQL did not start; its last words, in ${log}: ${lastWords}`);
}
