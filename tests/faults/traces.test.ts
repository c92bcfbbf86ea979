import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import * as otel from "@opentelemetry/api";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startCollector } from "@/tests/support/collector";
import { PATIENT } from "@/tests/support/patience";
import { bundleApiProcess, startApiProcess } from "@/tests/support/process";

const collector = await startCollector();
Object.assign(process.env, {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_SERVICE_NAME: "market-under-test",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  // Nothing is sent by time: only the end of the process sends what is left.
  OTEL_BSP_SCHEDULE_DELAY: "600000",
  // A proxy of ours is before us, whose word about a trace counts.
  TRUSTED_PROXIES: "1",
});

// After the settings are there: what follows reads them when it is loaded.
const [{ call }, { personWith, run }, { liveSkill, person }, { startUpstream }, trace, jobs] = await Promise.all([
  import("@/tests/support/api"),
  import("@/tests/support/money"),
  import("@/tests/support/people"),
  import("@/tests/support/upstream"),
  import("@/lib/platform/core/trace"),
  import("@/lib/platform/jobs/service"),
]);

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;
/** Of a request that reads rows through Prisma. */
const READ_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SERVER = 2;
const PROMPT = "words that nobody but the skill should see";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let bundle: string;
let buyer: Awaited<ReturnType<typeof personWith>>;
beforeAll(async () => {
  upstream = await startUpstream();
  bundle = await bundleApiProcess();
  buyer = await personWith(10);
});
afterAll(async () => {
  await trace.closeTracing();
  await upstream.close();
  await collector.close();
});

const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

describe("traces", () => {
  test("a call is one trace from its sender on: request, statements by their names, endpoint; flushed at the end", async () => {
    const { slug } = await liveSkill(await person());
    await trace.startTracing();
    expect((await run(buyer.key, slug, { text: PROMPT }, { traceparent: PARENT })).status).toBe(200);
    expect((await run(buyer.key, "no-such-skill")).status).toBe(404);
    const headers = { traceparent: `00-${READ_TRACE}-b7ad6b7169203331-01` };
    expect((await call("GET", "/v1/account", { key: buyer.key, headers })).status).toBe(200);
    const ran = Promise.withResolvers<void>();
    await jobs.start([{ queue: "trace-me", everySeconds: 1, run: async () => ran.resolve() }]);
    await ran.promise;
    await jobs.stop();
    expect(collector.received).toEqual([]);
    await trace.closeTracing();

    const spans = ofTrace(TRACE);
    const request = spans.find(({ kind }) => kind === SERVER);
    expect(request).toMatchObject({
      service: "market-under-test",
      name: "POST /v1/skills/{slug}/execute",
      parentSpanId: "b7ad6b7169203331",
      failed: false,
      attributes: {
        "http.route": "/v1/skills/{slug}/execute",
        "account.id": buyer.id,
        "request.id": expect.stringMatching(/^req_/),
      },
    });
    expect(Number(request?.attributes["http.response.status_code"])).toBe(200);
    expect(ofTrace(READ_TRACE).map(({ name }) => name)).toContain("Account.findUniqueOrThrow");
    // Uses of keys and details of calls are written for many requests at once, by a timer that the first of them set.
    const isBatched = (name: string) => ["ApiKey.updateMany", "usage.details.add"].includes(name);
    const children = spans.filter(({ parentSpanId, name }) => parentSpanId === request?.spanId && !isBatched(name));
    // Calls that arrive together are reserved and settled by one statement for many.
    expect(children.map(({ name }) => name.replace(".many", "")).toSorted()).toEqual(
      ["accounts.authenticate", "call endpoint", "catalog.get", "execution.reserve", "execution.settle"].toSorted(),
    );
    expect(collector.spans.find(({ name }) => name === "job trace-me")).toBeDefined();
  });

  test("what is secret is in none of them, and the sender's trace does not go on to the skill", async () => {
    const text = collector.received.map(({ bytes }) => bytes.toString()).join("\n");
    expect(text).toContain(buyer.id);
    for (const secret of [buyer.key, buyer.email, PROMPT]) expect(text.includes(secret)).toBe(false);
    const sent = upstream.received.at(-1);
    expect(sent?.headers.traceparent).toBeUndefined();
  });

  test("library spans omit queries and error messages", async () => {
    await trace.startTracing();
    const span = otel.trace
      .getTracer("a library")
      .startSpan("page", { attributes: { "http.target": "/reset?token=hidden-1" } });
    span.recordException(new Error("hidden-2"));
    span.setStatus({ code: otel.SpanStatusCode.ERROR, message: "hidden-3" });
    span.end();
    await trace.closeTracing();
    expect(collector.spans.find(({ name }) => name === "page")).toMatchObject({
      failed: true,
      attributes: { "http.target": "/reset" },
    });
    expect(collector.received.map(({ bytes }) => bytes.toString()).join("\n")).not.toMatch(/hidden-/);
  });

  test("another process sends its own, as protobuf by default, and its log lines carry their ids", async () => {
    collector.received.length = 0;
    const lines: string[] = [];
    const child = await startApiProcess(
      bundle,
      { OTEL_EXPORTER_OTLP_PROTOCOL: "", OTEL_BSP_SCHEDULE_DELAY: "50", LOG_LEVEL: "info" },
      (line) => lines.push(line),
    );
    const headers = { authorization: `Bearer ${buyer.key}`, traceparent: PARENT };
    expect((await fetch(`${child.url}/v1/balance`, { headers })).status).toBe(200);
    await vi.waitFor(() => expect(collector.received.length).toBeGreaterThan(0), PATIENT);
    expect(collector.received[0]?.type).toBe("application/x-protobuf");
    expect(collector.received[0]?.bytes.includes(Buffer.from(TRACE, "hex"))).toBe(true);
    await expect.poll(() => lines.some((line) => line.includes(`"trace_id":"${TRACE}"`))).toBe(true);
    await child.kill();
  });

  test("an untrusted client decides neither the trace id nor the sampling", async () => {
    const child = await startApiProcess(bundle, { TRUSTED_PROXIES: "0", OTEL_BSP_SCHEDULE_DELAY: "50" });
    onTestFinished(child.kill);
    const strange = "1af7651916cd43dd8448eb211c80319c";
    for (const flags of ["00", "01"]) {
      const headers = {
        authorization: `Bearer ${buyer.key}`,
        traceparent: `00-${strange}-b7ad6b7169203331-${flags}`,
      };
      expect((await fetch(`${child.url}/v1/balance`, { headers })).status).toBe(200);
    }
    const requests = () => collector.spans.filter(({ links }) => links.some((link) => link.traceId === strange));
    await vi.waitFor(() => expect(requests()).toHaveLength(2), PATIENT);
    expect(requests().map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ["GET /v1/balance", undefined],
      ["GET /v1/balance", undefined],
    ]);
    expect(ofTrace(strange)).toEqual([]);
  });

  test("a collector that is away costs no request", async () => {
    const child = await startApiProcess(bundle, {
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
      OTEL_BSP_SCHEDULE_DELAY: "20",
    });
    for (const _ of [1, 2, 3]) {
      const answer = await fetch(`${child.url}/v1/balance`, {
        headers: { authorization: `Bearer ${buyer.key}` },
      });
      expect(answer.status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await child.kill();
  });
});

test("without the setting nothing of OpenTelemetry is loaded", async () => {
  const loadedBy = async (endpoint: string) => {
    // Tells every module that is looked for on standard error.
    const teller = `import { registerHooks } from "node:module";
      registerHooks({ resolve: (name, context, next) => { process.stderr.write("loads " + name + "\\n"); return next(name, context); } });`;
    const child = spawn(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(teller)}`, bundle], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    });
    let told = "";
    child.stderr.on("data", (part) => (told += part));
    const [port] = await once(createInterface({ input: child.stdout }), "line");
    const headers = { authorization: `Bearer ${buyer.key}` };
    expect((await fetch(`http://127.0.0.1:${port}/v1/balance`, { headers })).status).toBe(200);
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    expect(told).toContain("loads pg\n");
    // Metrics and sessions look for OpenTelemetry's interfaces by themselves; what makes and sends traces is what is meant.
    return told.split("\n").filter((line) => /loads @opentelemetry\/(?!api|semantic-conventions)/.test(line));
  };
  expect(await loadedBy("")).toEqual([]);
  expect((await loadedBy(collector.url)).length).toBeGreaterThan(3);
});
