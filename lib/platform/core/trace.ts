/** Attributes of a span: never a secret, an email, or user input. */
export type Attributes = Record<string, string | number | boolean>;

/** A span. `parent` are the headers of a request, which may continue the trace of a trusted sender. */
export type SpanSpec = {
  name: string;
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  parent?: Headers;
};

/** Adds attributes to the span that it was created with. */
export type Note = (attributes: Attributes) => void;

/** The tracer; absent unless tracing is configured. */
export type Tracing = {
  run: <T>(span: SpanSpec, work: (note: Note) => Promise<T>) => Promise<T>;
  note: Note;
  ids: () => { trace_id: string; span_id: string } | undefined;
  close: () => Promise<void>;
};

// The pages' bundle and the host's are separate copies of this module in one process: their spans belong to one trace.
const shared = globalThis as typeof globalThis & { marketplaceTracing?: Tracing | undefined };
const ignore: Note = () => {};

/** Whether OpenTelemetry's own settings ask for traces. They are read as its packages read them: from the environment. */
export function isTraced(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env;
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = process.env;
  const to = OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(to) && OTEL_SDK_DISABLED?.toLowerCase() !== "true" && (OTEL_TRACES_EXPORTER || "otlp") === "otlp";
}

/** Starts tracing if configured; OpenTelemetry is not loaded otherwise. */
export async function startTracing(): Promise<void> {
  if (!isTraced() || shared.marketplaceTracing) return;
  const { openTracing } = await import("@/lib/platform/core/telemetry");
  shared.marketplaceTracing = await openTracing();
}

/** Sends what is left of the traces, and ends them. */
export async function closeTracing(): Promise<void> {
  const tracing = shared.marketplaceTracing;
  shared.marketplaceTracing = undefined;
  await tracing?.close();
}

/** Runs work as a span of the current trace, or just runs it. */
export function traced<T>(span: SpanSpec, work: (note: Note) => Promise<T>): Promise<T> {
  return shared.marketplaceTracing ? shared.marketplaceTracing.run(span, work) : work(ignore);
}

/** Adds attributes to the current span, if there is one. */
export function noteOnSpan(attributes: () => Attributes): void {
  shared.marketplaceTracing?.note(attributes());
}

/** The ids of the current span, for the log. */
export function traceIds(): { trace_id: string; span_id: string } | undefined {
  return shared.marketplaceTracing?.ids();
}
