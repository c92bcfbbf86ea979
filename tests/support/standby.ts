import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "pg";

/** A PostgreSQL of the tests' own. */
export type PostgresServer = { url: (database: string) => string; port: number; stop: () => Promise<void> };

const { startPostgres } = (await import(pathToFileURL(resolve("scripts/lib/postgres.mjs")).href)) as {
  startPostgres: (options: { folder: string; isFast: boolean; port?: number }) => Promise<PostgresServer>;
};

/** Starts a primary in a folder. */
export function startPrimary(folder: string): Promise<PostgresServer> {
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  return startPostgres({ folder, isFast: true });
}

/** Starts a standby in a folder that follows a primary by streaming, from a copy of the primary's files. */
export async function startStandby(primary: PostgresServer, folder: string): Promise<PostgresServer> {
  const client = new Client({ connectionString: primary.url("postgres") });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
  const source = rows[0]?.data_directory ?? "";
  const cluster = join(folder, "postgres");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  await client.query("SELECT pg_backup_start('standby', fast => true)");
  // With its owner, whom PostgreSQL asks its files to belong to.
  execFileSync("cp", ["-a", source, cluster]);
  const stopped = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop()");
  await client.end();
  rmSync(join(cluster, "postmaster.pid"));
  const { username, password, hostname, port } = new URL(primary.url("postgres"));
  const { uid, gid } = statSync(source);
  for (const [name, text] of Object.entries({
    backup_label: stopped.rows[0]?.labelfile ?? "",
    "standby.signal": "",
    "postgresql.auto.conf": `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  })) {
    writeFileSync(join(cluster, name), text);
    chownSync(join(cluster, name), uid, gid);
  }
  copyFileSync(join(dirname(source), "postgres-password"), join(folder, "postgres-password"));
  return startPostgres({ folder, isFast: true });
}

/** Starts a server of a folder again, where it was. */
export function startAgain(folder: string, { port }: PostgresServer): Promise<PostgresServer> {
  return startPostgres({ folder, isFast: true, port });
}
