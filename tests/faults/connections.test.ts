import { request as ask, createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { boundConnections, dropSlowBodies } from "@/host/sockets";

const LOOK_MS = 400;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers with the size of what it was sent, once it has read it. */
async function openEcho(readAfterMs = 0) {
  const server = createServer(async (request, response) => {
    let bytes = 0;
    await pause(readAfterMs);
    request.on("error", () => {});
    request.on("data", (part) => (bytes += part.length));
    request.on("end", () => response.end(String(bytes)));
  });
  const port = await listen(server, 0, "127.0.0.1");
  closing.push(() => drain(server));
  return { server, port };
}

/** Sends a body in parts, with pauses between them. Resolves with the answer, or null when the connection is ended. */
function send(port: number, parts: Buffer[], pauseMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = ask({ host: "127.0.0.1", port, method: "POST", agent: false }, async (answer) => {
      let text = "";
      for await (const part of answer) text += part;
      resolve(text);
    });
    sent.on("error", () => resolve(null));
    void (async () => {
      for (const part of parts) {
        if (sent.destroyed) return;
        sent.write(part);
        await pause(pauseMs);
      }
      sent.end();
    })();
  });
}

test("a body that drips is ended; one that is slow but steady, and one that waits for us, are taken whole", async () => {
  const { server, port } = await openEcho();
  dropSlowBodies(server, LOOK_MS);
  const late = await openEcho(LOOK_MS * 4);
  dropSlowBodies(late.server, LOOK_MS);
  const drip = Array.from({ length: 60 }, () => Buffer.alloc(1));
  const steady = Array.from({ length: 40 }, () => Buffer.alloc(4_096));
  expect(
    await Promise.all([
      send(port, drip, LOOK_MS / 8),
      send(port, steady, LOOK_MS / 8),
      send(late.port, [Buffer.alloc(1024 * 1024)], 0),
    ]),
  ).toEqual([null, String(40 * 4_096), String(1024 * 1024)]);
});

test("connections of one address beyond the most are closed, and taken again when others have ended", async () => {
  const { server, port } = await openEcho();
  boundConnections(server, 3);
  const open = (): Promise<Socket | null> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      const patience = setTimeout(() => resolve(socket), LOOK_MS);
      socket.on("error", () => {});
      socket.once("close", () => {
        clearTimeout(patience);
        resolve(null);
      });
    });
  const sockets = [await open(), await open(), await open()];
  expect(sockets.every((socket) => socket !== null)).toBe(true);
  expect(await open()).toBe(null);
  sockets[0]?.destroy();
  const again = () => open().then((socket) => sockets.push(socket) && socket !== null);
  await expect.poll(again).toBe(true);
  // The server waits half a minute for those that stay open.
  for (const socket of sockets) socket?.destroy();
});

test("the host bounds connections and bodies, and looks often for requests whose headers do not come", async () => {
  const host = createHost(() => {});
  closing.push(async () => host.close());
  expect(host.listenerCount("connection")).toBeGreaterThan(createServer().listenerCount("connection"));
  expect([host.headersTimeout, host.requestTimeout]).toEqual([15_000, 300_000]);
});
