import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { openPool } from "@/lib/platform/core/pool";

/** A message of PostgreSQL's protocol: its letter, its length, its body. */
function message(letter: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

const READY = message("Z", "I");
const DONE = message("C", "SELECT 0\0");
const FAREWELL = message("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");

/** A server that answers one statement and ends the connection in the same breath, as one that is shut down may. */
function answerAndLeave(socket: Socket): void {
  socket.once("data", () => {
    socket.write(Buffer.concat([message("R", Buffer.alloc(4)), READY]));
    socket.once("data", () => socket.end(Buffer.concat([DONE, READY, FAREWELL])));
  });
}

test("a connection that breaks in the very moment in which it is handed on fails its user, not the process", async () => {
  const server = createServer(answerAndLeave).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = openPool({
    host: "127.0.0.1",
    port,
    user: "somebody",
    max: 1,
    ssl: false,
    answerTimeoutMs: 5_000,
  });
  const first = pool.query("SELECT");
  const next = pool.connect();
  await first;
  const client = await next;
  await expect(client.query("SELECT")).rejects.toThrow();
  client.release();
  expect(pool.totalCount).toBe(0);
  await pool.end();
  server.close();
});

test("a connection whose server refuses a write, as a former primary does, is replaced after the transaction", async () => {
  let connections = 0;
  const refusal = message("E", "SERROR\0VERROR\0C25006\0Mcannot execute UPDATE in a read-only transaction\0\0");
  const server = createServer((socket) => {
    connections++;
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), READY]));
      let statements = 0;
      socket.on("data", () => socket.write(Buffer.concat([++statements === 2 ? refusal : DONE, READY])));
    });
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = openPool({ host: "127.0.0.1", port, user: "somebody", max: 1, ssl: false, answerTimeoutMs: 5_000 });
  const client = await pool.connect();
  await client.query("BEGIN");
  await expect(client.query("UPDATE")).rejects.toMatchObject({ code: "25006" });
  await expect(client.query("ROLLBACK")).rejects.toThrow();
  client.release();
  expect((await pool.query("SELECT")).rows).toEqual([]);
  expect(connections).toBe(2);
  await pool.end();
  server.close();
});

test("a connection of the writer that leads to a standby is not used; one of a replica is", async () => {
  let connections = 0;
  const standby = message("S", "in_hot_standby\0on\0");
  const server = createServer((socket) => {
    const isStandby = connections++ !== 1;
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), ...(isStandby ? [standby] : []), READY]));
      socket.on("data", () => socket.write(Buffer.concat([DONE, READY])));
    });
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings = { host: "127.0.0.1", port, user: "somebody", max: 1, ssl: false, answerTimeoutMs: 5_000 } as const;
  const [writer, replica] = [openPool({ ...settings, isOfWriter: true }), openPool(settings)];
  await expect(writer.query("SELECT")).rejects.toMatchObject({ code: "25006" });
  expect((await writer.query("SELECT")).rows).toEqual([]);
  expect((await replica.query("SELECT")).rows).toEqual([]);
  expect([connections, writer.totalCount]).toEqual([3, 1]);
  await Promise.all([writer.end(), replica.end()]);
  server.close();
});

test("a connection on which an answer is overdue is ended and replaced; a statement may ask for more time", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    const isSilent = connections++ === 0;
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), READY]));
      if (!isSilent) socket.on("data", () => setTimeout(() => socket.write(Buffer.concat([DONE, READY])), 900));
    });
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = openPool({
    host: "127.0.0.1",
    port,
    user: "somebody",
    max: 1,
    ssl: false,
    answerTimeoutMs: 300,
  });
  await expect(pool.query("SELECT")).rejects.toThrow("Query read timeout");
  expect(pool.totalCount).toBe(0);
  const patient = { text: "SELECT", query_timeout: 60_000 };
  expect((await pool.query(patient)).rows).toEqual([]);
  await pool.end();
  server.close();
});
