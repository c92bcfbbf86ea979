import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import type { SpanSpec, Tracing } from "@/lib/platform/core/trace";
import { VERSION } from "@/lib/platform/core/version";

const SERVICE = "skills-marketplace";
/** Longest wait for the last spans when a process ends. */
const CLOSE_TIMEOUT_MS = 5_000;
const SERVER_ERROR = 500;
/** How often spans are sent: OpenTelemetry's default. */
const DEFAULT_DELAY_MS = 5_000;

/**
 * Opens traces over OTLP/HTTP, as the standard settings say. The packages are loaded here and nowhere else, so that a
 * process without traces does not carry them.
 */
export async function openTracing(): Promise<Tracing> {
  const [api, hooks, { W3CTraceContextPropagator }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
  ]);
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const provider = await openProvider(api);
  // Next creates spans of its pages when it finds these.
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  const propagator = new W3CTraceContextPropagator();
  const isSenderTrusted = env().TRUSTED_PROXIES > 0;
  if (isSenderTrusted) propagation.setGlobalPropagator(propagator);
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer(SERVICE, VERSION);
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  const headers = { get: (from: Headers, name: string) => from.get(name) ?? undefined, keys: () => [] };
  /** The parent of a span. An untrusted trace is only linked: as a parent it would control sampling and trace ids. */
  const originOf = ({ parent }: SpanSpec) => {
    if (!parent) return { from: context.active() };
    const from = propagator.extract(ROOT_CONTEXT, parent, headers);
    const sender = trace.getSpanContext(from);
    return isSenderTrusted || !sender ? { from } : { from: ROOT_CONTEXT, links: [{ context: sender }] };
  };

  return {
    run: (spec, work) => {
      const { from, links = [] } = originOf(spec);
      const { name, kind, attributes = {} } = spec;
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes, links }, from, async (span) => {
        try {
          return await work((attributes) => {
            span.setAttributes(attributes);
            if (Number(attributes["http.response.status_code"]) >= SERVER_ERROR)
              span.setStatus({ code: SpanStatusCode.ERROR });
          });
        } catch (error) {
          // Only the type of the error: its message may contain user input.
          span.setAttribute("error.type", errorType(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    note: (attributes) => {
      trace.getActiveSpan()?.setAttributes(attributes);
    },
    ids: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return span && { trace_id: span.traceId, span_id: span.spanId };
    },
    close: async () => {
      const timeout = new Promise<void>((done) => setTimeout(done, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timeout]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

function errorType(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

async function openProvider({ diag, DiagLogLevel }: typeof import("@opentelemetry/api")) {
  const { getNumberFromEnv, getStringFromEnv } = await import("@opentelemetry/core");
  const [sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    getStringFromEnv("OTEL_EXPORTER_OTLP_PROTOCOL") === "http/json"
      ? import("@opentelemetry/exporter-trace-otlp-http")
      : import("@opentelemetry/exporter-trace-otlp-proto"),
  ]);
  diag.setLogger(warnOnce(), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const own = resources.resourceFromAttributes({ "service.name": SERVICE, "service.version": VERSION });
  const said = resources.detectResources({ detectors: [resources.envDetector] });
  return new sdk.TracerProvider({
    resource: own.merge(said),
    sampler: samplerOf(sdk, getStringFromEnv("OTEL_TRACES_SAMPLER"), getNumberFromEnv("OTEL_TRACES_SAMPLER_ARG") ?? 1),
    spanProcessors: [
      discretion(),
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: getNumberFromEnv("OTEL_BSP_SCHEDULE_DELAY") ?? DEFAULT_DELAY_MS,
      }),
    ],
  });
}

/**
 * Removes private data from the spans of libraries: URLs lose their query, which may carry the token of a link, and error messages,
 * which may quote users, are dropped.
 */
function discretion(): SpanProcessor {
  const nothing = async () => {};
  return {
    onStart: () => {},
    onEnd: ({ attributes, events, status }) => {
      for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "string" && value.includes("?")) attributes[key] = value.slice(0, value.indexOf("?"));
      }
      events.length = 0;
      delete status.message;
    },
    forceFlush: nothing,
    shutdown: nothing,
  };
}

/** The sampler of one of OpenTelemetry's names; an unknown one is the default, as its specification says. */
function samplerOf(sdk: typeof import("@opentelemetry/sdk-trace"), name: string | undefined, share: number) {
  const ratio = () => new sdk.TraceIdRatioBasedSampler(share);
  const based = (root: InstanceType<typeof sdk.AlwaysOnSampler | typeof sdk.TraceIdRatioBasedSampler>) =>
    new sdk.ParentBasedSampler({ root });
  switch (name) {
    case "always_on":
      return new sdk.AlwaysOnSampler();
    case "always_off":
      return new sdk.AlwaysOffSampler();
    case "traceidratio":
      return ratio();
    case "parentbased_always_off":
      return based(new sdk.AlwaysOffSampler());
    case "parentbased_traceidratio":
      return based(ratio());
    default:
      return based(new sdk.AlwaysOnSampler());
  }
}

/** An unreachable collector is logged once, not for every batch. */
function warnOnce() {
  let isWarned = false;
  const warn = (message: string) => {
    if (!isWarned) log.warn({ reason: message }, "traces cannot be sent");
    isWarned = true;
  };
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
