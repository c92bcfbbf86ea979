import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stagingRoom } from "@/lib/supply/packages/intake";
import { receive } from "@/lib/supply/packages/receive";
import { MIB, noise } from "./hostile";

/** Sends parts to a server that receives them as an upload; answers with the file, or with what `receive` throws. */
async function received(parts: Buffer[], end: "end" | "destroy"): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "receive-"));
  const path = join(folder, "sent.zip");
  const outcome = Promise.withResolvers<void>();
  const server = createServer((incoming, response) => {
    const upload = { body: incoming, headers: new Headers() };
    receive(upload, path, stagingRoom())
      .then(outcome.resolve, outcome.reject)
      .finally(() => response.end());
  });
  try {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const client = request({ host: "127.0.0.1", port, method: "PUT" });
    client.on("error", () => {});
    client.on("response", (response) => response.resume());
    for (const part of parts) await new Promise((sent) => client.write(part, sent));
    client[end]();
    await outcome.promise;
    return await readFile(path);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

test("an upload over HTTP arrives byte for byte, in parts of every size", async () => {
  const sizes = [1, 100, 3000, 8192, 64 * 1024, 5 * MIB, 2, 4095, 4096, 3 * MIB];
  const parts = sizes.map((size) => noise(size));
  expect((await received(parts, "end")).equals(Buffer.concat(parts))).toBe(true);
});

test("an upload over HTTP that breaks off is the sender's failure", async () => {
  await expect(received([noise(MIB)], "destroy")).rejects.toMatchObject({
    code: "invalid_request",
    param: "body",
  });
});
