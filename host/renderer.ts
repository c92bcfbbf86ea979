import {
  Agent,
  get,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from "node:http";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Rendered } from "@/host/html-cache";
import { type CacheStats, shareCacheStats } from "@/lib/platform/core/cache";
import { type Count, shareCounts } from "@/lib/platform/core/counts";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import type { Connections } from "@/lib/platform/core/pool";
import * as reach from "@/lib/platform/core/reach";
import { answerOver } from "@/lib/supply/catalog/across-threads";

/** What the thread reports: first the port that it serves pages on, then what it counted so far. */
export type Report = { port: number } | Counted;
type Counted = { caches: CacheStats[]; counts: Count[]; connections: Connections };

let counted: Counted = { caches: [], counts: [], connections: { open: 0, idle: 0, waiting: 0 } };

/** The connections of the thread to the database. */
export const pagesConnections = () => counted.connections;

/** The thread that renders pages. `headers` are those of a request to Next, without what belongs to a visitor's connection. */
export type Renderer = {
  /** Renders a page for no one in particular: nothing of a visitor's request, not even its Host, can get into it. */
  render: (path: string, headers: OutgoingHttpHeaders) => Promise<Rendered>;
  /** Answers a visitor's request with the page as it is being rendered. */
  forward: (request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders) => void;
  /** Processor time of the thread so far, in milliseconds. */
  cpuMs: () => Promise<number>;
  close: () => Promise<void>;
};

/** The bundle of the thread, beside that of the server. */
const PROGRAM = new URL("./pages.mjs", import.meta.url);
const [TOKEN_HEADER, ID_HEADER] = ["x-renderer", "x-renderer-request-id"];
/** Of every two connections of the host, the thread has one more. */
const POOL_SHARE = 0.5;
/** Headers of one connection, and of a body, which pages are never sent. */
const OF_CONNECTION = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "http2-settings"],
  ...["expect", "content-length", "proxy-connection"],
]);
/** Headers that the host has set, too: both count. */
const ADDED = new Set(["vary", "set-cookie"]);

/** Starts the thread that renders the built pages. Its end, unless by `close`, ends the process. */
export async function openRenderer(token: string, program = PROGRAM): Promise<Renderer> {
  const { port1: catalog, port2 } = new MessageChannel();
  answerOver(catalog);
  const worker = new Worker(program, {
    workerData: { token, tokenHeader: TOKEN_HEADER, idHeader: ID_HEADER, catalog: port2, away: reach.flag() },
    transferList: [port2],
    env: { ...process.env, DATABASE_POOL: String(Math.max(1, Math.round(env().DATABASE_POOL * POOL_SHARE))) },
    execArgv: [],
  });
  const port = await portOf(worker);
  let used = { user: 0, system: 0 };
  const to = { host: "127.0.0.1", port, agent: new Agent({ keepAlive: true }) };
  return {
    render: (path, headers) =>
      new Promise((resolve, reject) => {
        get({ ...to, path, headers: { ...headers, [TOKEN_HEADER]: token } }, (answer) => {
          read(answer).then(resolve, reject);
        }).on("error", reject);
      }),
    forward: (request, response, headers) => {
      const { method, url } = request;
      const given = { ...headers, [TOKEN_HEADER]: token, [ID_HEADER]: String(response.getHeader("request-id") ?? "") };
      const asked = send({ ...to, method, path: url, headers: forwarded({ ...request.headers, ...given }) }, (answer) =>
        relay(answer, response),
      );
      asked.on("error", (err) => {
        if (response.closed) return;
        log.warn({ err, path: url }, "a page could not be rendered");
        if (response.headersSent) response.destroy();
        else response.writeHead(503, { "content-type": "text/plain" }).end("This page cannot be shown right now.\n");
      });
      response.once("close", () => asked.destroy());
      asked.end();
    },
    cpuMs: async () => {
      // Once the thread has ended, its time pauses.
      const { user, system } = await worker.cpuUsage().catch(() => used);
      used = { user, system };
      return (user + system) / 1000;
    },
    close: () => closeThread(worker),
  };
}

/** Waits until the thread serves. Rejects when it ends before; later, its end is this process's. */
function portOf(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.on("message", (report: Report) => {
      if ("port" in report) resolve(report.port);
      else counted = report;
    });
    shareCacheStats(() => counted.caches);
    shareCounts(() => counted.counts);
    worker.on("error", (err) => {
      reject(err);
      log.fatal({ err }, "the thread that renders pages failed, which ends this process");
      process.exit(1);
    });
    worker.once("exit", (code) => code !== 0 && process.exit(code));
  });
}

async function closeThread(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage("close");
  await ended;
}

const forwarded = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));

async function read(answer: IncomingMessage): Promise<Rendered> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const body = Buffer.concat(parts).toString("utf8");
  return { status: answer.statusCode ?? 500, headers: answer.headers, body };
}

function relay(answer: IncomingMessage, response: ServerResponse): void {
  response.statusCode = answer.statusCode ?? 500;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || (OF_CONNECTION.has(name) && name !== "content-length") || name === "date") continue;
    if (ADDED.has(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  answer.on("error", () => response.destroy());
  answer.pipe(response);
}
