#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which is not to be had without a download from a host of its own: the
// same engine, compiled to WebAssembly, behind the same protocol (JSON-RPC, one object a line, on stdin and stdout).
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";

// `cli can-connect-to-database`: the first request will say it better.
if (process.argv.includes("cli")) process.exit(0);

/** PostgreSQL's internal "char" type, which the adapter does not know, and what stands for it. */
const CHAR_OID = 18;
const TEXT_OID = 25;
const CHARACTER_COLUMN = 6;
/** The code by which Prisma's command knows an error that is meant for people. */
const USER_FACING_ERROR = 4466;
/** Requests that compare against the history of migrations need it read first. */
const NEEDS_HISTORY = new Set(["evaluateDataLoss", "createMigration"]);

const databaseUrl = process.env.DATABASE_URL;
const open = new Set();

async function loadEngine() {
  // Without this, a panic of the engine hides its text.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const glue = pathToFileURL(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const module = await import(glue.href);
  const code = readFileSync(new URL("./schema_engine_bg.wasm", glue));
  const { instance } = await WebAssembly.instantiate(code, { "./schema_engine_bg.js": module });
  module.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return module.SchemaEngine;
}

/** Teaches a connection the "char" type, and to send scripts whole: the adapter would split functions at their semicolons. */
function adapt(connection) {
  const performIO = connection.performIO.bind(connection);
  const queryRaw = connection.queryRaw.bind(connection);
  const startTransaction = connection.startTransaction?.bind(connection);
  let charColumns = [];
  connection.performIO = async (query) => {
    const result = await performIO(query);
    charColumns = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []));
    for (const index of charColumns) result.fields[index].dataTypeID = TEXT_OID;
    return result;
  };
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns) {
      result.columnTypes[index] = CHARACTER_COLUMN;
      for (const row of result.rows) if (row[index] === "") row[index] = "\0";
    }
    return result;
  };
  connection.executeScript = async (script) => {
    await connection.underlyingDriver().query(script);
  };
  if (startTransaction) connection.startTransaction = async (...args) => adapt(await startTransaction(...args));
  return connection;
}

async function connect(connectionString) {
  const connection = adapt(await new PrismaPg({ connectionString }).connect());
  const dispose = connection.dispose.bind(connection);
  connection.dispose = async () => {
    if (open.delete(connection)) await dispose();
  };
  open.add(connection);
  return connection;
}

/** A database of its own for replaying migrations: the adapter's would be the main one. */
async function connectToShadowDb() {
  const name = `prisma_shadow_${randomUUID()}`;
  const admin = await connect(databaseUrl);
  await admin.executeScript(`CREATE DATABASE "${name}"`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const shadow = await connect(url.href);
  const dispose = shadow.dispose;
  shadow.dispose = async () => {
    await dispose();
    await admin.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    await admin.dispose();
  };
  return shadow;
}

const SchemaEngine = await loadEngine();
const { provider, adapterName } = new PrismaPg({ connectionString: databaseUrl });
const factory = bindMigrationAwareSqlAdapterFactory({
  provider,
  adapterName,
  connect: () => connect(databaseUrl),
  connectToShadowDb,
});

/** Answers one request with an engine of its own: one that has applied migrations refuses to open a shadow database. */
async function answer({ method, params }) {
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, factory);
  try {
    if (NEEDS_HISTORY.has(method)) {
      await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
    }
    return { result: (await engine[method](params)) ?? null };
  } catch (error) {
    const data = {
      is_panic: false,
      message: String(error.message ?? error),
      error_code: error.code,
      meta: error.meta,
    };
    return {
      error: {
        code: USER_FACING_ERROR,
        message: "An error happened. Check the data field for details.",
        data,
      },
    };
  } finally {
    engine.free();
    for (const connection of [...open]) await connection.dispose().catch(() => {});
  }
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  // A line without a method acknowledges what was printed.
  if (!method) continue;
  const answered = await answer({ method, params });
  // The native engine has the command print a difference, and answers its exit code alone.
  const text = answered.result?.stdout;
  if (text) send({ id: randomUUID(), method: "print", params: { content: text } });
  send({ id, ...answered });
}
