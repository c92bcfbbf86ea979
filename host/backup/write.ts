import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ZipFile } from "yazl";
import { FORMAT, fileEntry, MANIFEST, type Manifest, packageEntry, tableEntry } from "@/host/backup/manifest";
import { migrationsOf, partitionsOf, sequencesOf, tablesOf } from "@/host/backup/schema";
import { env, StartError } from "@/lib/platform/core/env";
import { VERSION } from "@/lib/platform/core/version";
import { store } from "@/lib/supply/packages/configured-store";

/** What a local installation made for itself and cannot make again; sessions and second factors need it. */
const FILES = ["session-secret", "two-factor-key", "sandbox.json"];

/**
 * Writes database, packages and secrets into one archive while the product runs: everything as it was at one moment,
 * streamed, so that memory does not grow with the data. The file appears when it is whole. Returns its manifest. Throws
 * StartError when the file exists, and whatever database, store or disk throw.
 */
export async function writeBackup(target: string): Promise<Manifest> {
  if (existsSync(target)) throw new StartError(`${target} exists already. Name another file.`);
  const partial = `${target}.part`;
  const client = new Client({ connectionString: env().DATABASE_URL, statement_timeout: 0 });
  await client.connect();
  try {
    // Everything that is read belongs to one moment.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600 }));
    const [manifest] = await Promise.all([addAll(zip, client), written]);
    await rename(partial, target);
    return manifest;
  } finally {
    await client.end();
    await rm(partial, { force: true });
  }
}

async function addAll(zip: ZipFile, client: Client): Promise<Manifest> {
  try {
    const manifest: Manifest = {
      format: FORMAT,
      product: VERSION,
      createdAt: new Date().toISOString(),
      migrations: await migrationsOf(client),
      tables: [],
      partitions: await partitionsOf(client),
      sequences: await sequencesOf(client),
      packages: [],
      files: [],
    };
    for (const { name, columns } of await tablesOf(client)) {
      const rows = client.query(
        copyTo(`COPY (SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}) TO STDOUT`),
      );
      const sha256 = await add(zip, tableEntry(name), rows, true);
      manifest.tables.push({ name, columns, rows: rows.rowCount ?? 0, sha256 });
    }
    for (const sha256 of await packagesOf(client)) {
      const bytes = Readable.fromWeb((await store().open(sha256)) as NodeReadableStream);
      if ((await add(zip, packageEntry(sha256), bytes, false)) !== sha256)
        throw new StartError(`The stored package ${sha256} has changed. Run: npm run reconcile`);
      manifest.packages.push(sha256);
    }
    for (const name of FILES) {
      const path = join(env().DATA_DIR, name);
      if (existsSync(path))
        manifest.files.push({ name, sha256: await add(zip, fileEntry(name), createReadStream(path), true) });
    }
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST);
    return manifest;
  } finally {
    zip.end();
  }
}

/** A name in quotes, as SQL takes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The hashes of all stored files: packages and images. */
export async function packagesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(
    "SELECT sha256 FROM skill_package WHERE removed_at IS NULL UNION SELECT sha256 FROM skill_image ORDER BY sha256",
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Adds one entry and waits until it is written: one connection copies one table at a time. Returns its SHA-256. */
async function add(zip: ZipFile, path: string, source: Readable, isPacked: boolean): Promise<string> {
  const hash = createHash("sha256");
  const measured = hashing(hash);
  source.once("error", (error) => measured.destroy(error));
  source.pipe(measured);
  zip.addReadStream(measured, path, { compress: isPacked, forceZip64Format: true, mode: 0o100600 });
  await finished(measured);
  return hash.digest("hex");
}

/** Hands bytes on and adds them to a hash. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
