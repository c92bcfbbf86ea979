import { createInterface } from "node:readline";
import { Client } from "undici";

/** One request of a load. */
export type LoadRequest = {
  method?: string;
  path: string;
  key?: string;
  cookie?: string;
  body?: string;
  kind?: string;
  headers?: Record<string, string>;
};
/** What a load process is told: requests, taken in turn; `isOnce` ends with the last, and `perSecond` paces them. */
export type LoadSpec = {
  origin: string;
  requests: LoadRequest[];
  connections: number;
  durationMs: number;
  isOnce?: boolean;
  perSecond?: number;
};
/** What it measured; answers beyond 2xx are failures. `byKind` has the latencies of requests with a kind. */
export type LoadReport = {
  answered: number;
  failed: number;
  elapsedMs: number;
  latenciesMs: number[];
  byKind: Record<string, number[]>;
};

/** The load, in a process of its own: one specification a line in, one report a line out. */
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await run(JSON.parse(line))));
}

async function run({ origin, requests, connections, durationMs, isOnce, perSecond }: LoadSpec): Promise<LoadReport> {
  const report: LoadReport = { answered: 0, failed: 0, elapsedMs: 0, latenciesMs: [], byKind: {} };
  let next = 0;
  const startedAt = performance.now();
  const isOver = () => (isOnce && next >= requests.length) || performance.now() - startedAt >= durationMs;
  const worker = async (index: number) => {
    const client = new Client(origin, { pipelining: 1 });
    const pauseMs = perSecond ? (connections * 1000) / perSecond : 0;
    let dueAt = startedAt + (index / connections) * pauseMs;
    while (!isOver()) {
      if (pauseMs) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
        dueAt += pauseMs;
      }
      const request = requests[next++ % requests.length];
      if (!request) break;
      const sentAt = performance.now();
      const status = await send(client, request);
      const latencyMs = performance.now() - sentAt;
      report.latenciesMs.push(latencyMs);
      if (request.kind) {
        report.byKind[request.kind] ??= [];
        report.byKind[request.kind]?.push(latencyMs);
      }
      if (status >= 200 && status < 300) report.answered++;
      else report.failed++;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => worker(index)));
  report.elapsedMs = performance.now() - startedAt;
  return report;
}

/** Sends a request and reads its answer to the end. Returns the status, 0 when there was none. */
function send(client: Client, { method = "GET", path, key, cookie, body, ...asked }: LoadRequest): Promise<number> {
  const headers = {
    ...asked.headers,
    ...(key && { authorization: `Bearer ${key}` }),
    ...(cookie && { cookie }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    let status = 0;
    client.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_, code) {
          status = code;
        },
        onResponseData() {},
        onResponseEnd() {
          resolve(status);
        },
        onResponseError() {
          resolve(0);
        },
      },
    );
  });
}
