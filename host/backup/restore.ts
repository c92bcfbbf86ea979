import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client, type ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { fileEntry, packageEntry, tableEntry } from "@/host/backup/manifest";
import type { Backup } from "@/host/backup/read";
import { foreignKeysOf, partitionsOf, tablesOf } from "@/host/backup/schema";
import { quoted } from "@/host/backup/write";
import { env, StartError } from "@/lib/platform/core/env";
import { store } from "@/lib/supply/packages/configured-store";

export type Migrate = (client: ClientBase, only?: string[]) => Promise<void>;

/** This release's migrations: what applies them, and their names. */
export type Migrations = { migrate: Migrate; known: string[] };

/**
 * Fills an empty installation from an archive whose entries match its manifest: the migrations that the archive names, the rows in
 * one transaction with packages and secrets, then all newer migrations and the functions. Throws StartError when the installation
 * is not empty, or the archive is of a newer release; nothing is changed then.
 */
export async function restoreBackup(backup: Backup, migrations: Migrations): Promise<void> {
  await restoreInto(env().DATABASE_URL ?? "", backup, migrations, restoreFiles);
}

/** Restores the rows into the database of a URL; `finish` runs before they are committed. Throws as `restoreBackup` does. */
export async function restoreInto(
  url: string,
  backup: Backup,
  { migrate, known }: Migrations,
  finish: (backup: Backup, client: Client) => Promise<void>,
): Promise<void> {
  const { manifest } = backup;
  const newer = manifest.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0) throw new StartError(`The backup is of a newer release: it has ${newer.join(", ")}.`);
  const client = new Client({ connectionString: url, statement_timeout: 0 });
  await client.connect();
  try {
    await empty(client);
    await migrate(client, manifest.migrations);
    await client.query("BEGIN");
    await fill(client, backup);
    await finish(backup, client);
    await client.query("COMMIT");
    await migrate(client);
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}

/** Removes the tables of an installation that has no account. */
async function empty(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>("SELECT to_regclass('account') IS NOT NULL AS is_there");
  if (rows[0]?.is_there) {
    const { rowCount } = await client.query("SELECT 1 FROM account LIMIT 1");
    if (rowCount)
      throw new StartError("This installation has accounts. Restore into an empty database and an empty DATA_DIR.");
  }
  await client.query("DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
}

async function fill(client: Client, { manifest, open }: Backup): Promise<void> {
  const tables = new Set((await tablesOf(client)).map(({ name }) => name));
  const there = new Set((await partitionsOf(client)).map(({ name }) => name));
  // Archives of earlier releases also name the partitions of the job queue, which makes its own when it starts.
  for (const { name, parent, bound } of manifest.partitions)
    if (tables.has(parent) && !there.has(name))
      await client.query(`CREATE TABLE ${quoted(name)} PARTITION OF ${quoted(parent)} ${bound}`);
  // Tables refer to each other in circles: the references are checked when all rows are there.
  const keys = await foreignKeysOf(client);
  for (const { drop } of keys) await client.query(drop);
  for (const { name, columns, rows } of manifest.tables) {
    if (!tables.has(name)) throw new StartError(`The backup has the table ${name}, which its migrations do not make.`);
    await client.query(`DELETE FROM ${quoted(name)}`);
    const list = columns.map(quoted).join(", ");
    const target = client.query(copyFrom(`COPY ${quoted(name)} (${list}) FROM STDIN`));
    await pipeline(await open(tableEntry(name)), target);
    if (target.rowCount !== rows) throw new StartError(`${name} has ${target.rowCount} rows instead of ${rows}.`);
  }
  for (const { add } of keys) await client.query(add);
  for (const { name, value } of manifest.sequences)
    await client.query("SELECT setval($1::regclass, $2)", [quoted(name), value]);
}

async function restoreFiles({ manifest, open }: Backup): Promise<void> {
  const { DATA_DIR } = env();
  await mkdir(DATA_DIR, { recursive: true });
  for (const { name } of manifest.files) {
    const path = join(DATA_DIR, name);
    if (name !== "sandbox.json" && existsSync(path)) await rm(path);
    await pipeline(await open(fileEntry(name)), createWriteStream(path, { mode: 0o600 }));
  }
  for (const sha256 of manifest.packages) {
    const path = join(DATA_DIR, `restore-${sha256}.part`);
    let sizeBytes = 0;
    const stream = await open(packageEntry(sha256));
    stream.on("data", (chunk: Buffer) => {
      sizeBytes += chunk.length;
    });
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    await store().put(sha256, path, sizeBytes);
    await rm(path, { force: true });
  }
}
