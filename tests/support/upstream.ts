import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** A call as the upstream received it. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string };
type Behaviour = (request: Received, response: ServerResponse) => void;

let packedBomb: Buffer | undefined;
/** Packed by the first who asks: most files never do. */
function bomb(): Buffer {
  packedBomb ??= gzipSync(Buffer.alloc(50 * 1024 * 1024));
  return packedBomb;
}
const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

/** What the paths of an upstream do: every way in which a developer's endpoint answers, or does not. */
const BEHAVIOURS: Record<string, Behaviour> = {
  ok: ({ body }, response) => json(response, 200, { echo: JSON.parse(body) }),
  "4xx": (_, response) => json(response, 422, { error: "no" }),
  "5xx": (_, response) => json(response, 503, { error: "down" }),
  hang: () => {},
  reset: (_, response) => response.socket?.destroy(),
  half: (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"half":');
    setTimeout(() => response.socket?.destroy(), 5);
  },
  "bad-json": (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{nope"),
  "gzip-bomb": (_, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb()),
  redirect: (_, response) => response.writeHead(302, { location: "/ok" }).end(),
  huge: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const part = Buffer.alloc(1024 * 1024, " ");
    const push = () => {
      while (!response.destroyed && response.write(part)) {}
      if (!response.destroyed) response.once("drain", push);
    };
    push();
  },
  drip: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  },
};

/** The origin at which this test file's upstream is, once started; the only private one that may be called. */
export const UPSTREAM = process.env.EXECUTION_ALLOW ?? "";

/** A real HTTP server on loopback that plays developers' endpoints; the last part of the path is the behaviour. */
export async function startUpstream(behaviours: Record<string, Behaviour> = {}) {
  const port = Number(UPSTREAM.split(":")[1]);
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const call = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString() };
    received.push(call);
    const name = call.path.split("/").at(-1)?.split("?")[0] ?? "";
    const behave = behaviours[name] ?? BEHAVIOURS[name];
    if (behave) behave(call, response);
    else json(response, 404, { error: name });
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    received,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The URL of a behaviour of this file's upstream. */
export function upstreamUrl(behaviour: string): string {
  return `http://${UPSTREAM}/${behaviour}`;
}
