import { env } from "@/lib/core/env";

/** What is told of a span: never a secret, an address of a person, or a text that somebody wrote. */
export type Attributes = Record<string, string | number | boolean>;

/** A piece of work as a trace shows it. `parent` are the headers of a request, which may continue a trace of its trusted sender. */
export type SpanSpec = {
  name: string;
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  parent?: Headers;
};

/** Tells more of the span whose work it was given to. */
export type Note = (attributes: Attributes) => void;

/** What traces are made with; there is none unless they are asked for. */
export type Tracing = {
  run: <T>(span: SpanSpec, work: (note: Note) => Promise<T>) => Promise<T>;
  note: Note;
  ids: () => { trace_id: string; span_id: string } | undefined;
  close: () => Promise<void>;
};

// The pages' bundle and the host's are separate copies of this module in one process: their spans belong to one trace.
const shared = globalThis as typeof globalThis & { marketplaceTracing?: Tracing | undefined };
const ignore: Note = () => {};

/** Whether the standard settings ask for traces. */
export function isTraced(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } = env();
  const { OTEL_TRACES_EXPORTER } = env();
  const to = OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT;
  return to !== undefined && OTEL_SDK_DISABLED !== "true" && OTEL_TRACES_EXPORTER === "otlp";
}

/** Begins to trace when the settings ask for it; nothing of OpenTelemetry is loaded otherwise. */
export async function startTracing(): Promise<void> {
  if (!isTraced() || shared.marketplaceTracing) return;
  const { openTracing } = await import("@/lib/core/telemetry");
  shared.marketplaceTracing = await openTracing();
}

/** Sends what is left of the traces, and ends them. */
export async function closeTracing(): Promise<void> {
  const tracing = shared.marketplaceTracing;
  shared.marketplaceTracing = undefined;
  await tracing?.close();
}

/** Does work as a span of the trace that it happens in, or just does it. */
export function traced<T>(span: SpanSpec, work: (note: Note) => Promise<T>): Promise<T> {
  return shared.marketplaceTracing ? shared.marketplaceTracing.run(span, work) : work(ignore);
}

/** Tells more of the span that is under way, if there is one. */
export function noteOnSpan(attributes: () => Attributes): void {
  shared.marketplaceTracing?.note(attributes());
}

/** The ids of the span that is under way, for lines of the log. */
export function traceIds(): { trace_id: string; span_id: string } | undefined {
  return shared.marketplaceTracing?.ids();
}
