import { MarketplaceError } from "./errors.js";
import type { BatchLine, ServerEvent } from "./types.js";

/** Longest stream of events or batch, in milliseconds, unless the call names its own time. */
export const LONG_MS = 16 * 60 * 1000;

/** The lines of a batch as they arrive. Throws MarketplaceError when the connection breaks before the summary. */
export async function* batchLines(response: Response): AsyncGenerator<BatchLine> {
  let isWhole = false;
  for await (const text of linesOf(response)) {
    if (text === "") continue;
    const line = JSON.parse(text) as BatchLine;
    isWhole = "summary" in line;
    yield line;
  }
  if (!isWhole) throw brokenOff();
}

/**
 * The events of a skill as they arrive; the last one is `usage`, with what the stream cost. Throws MarketplaceError for a
 * stream that fails, which costs nothing.
 */
export async function* serverEvents(response: Response): AsyncGenerator<ServerEvent> {
  // A skill may use the names of our last event: then another event follows.
  let held: ServerEvent | null = null;
  for await (const event of eventsOf(response)) {
    if (held) yield held;
    held = event.event === "usage" || event.event === "error" ? event : null;
    if (!held) yield event;
  }
  if (!held) throw brokenOff();
  if (held.event === "usage") return yield held;
  const { error } = JSON.parse(held.data) as { error: { code: string; message: string; details?: object } };
  throw new MarketplaceError({ ...error, details: { ...error.details } });
}

async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  let [event, data]: [string, string[]] = ["message", []];
  for await (const line of linesOf(response)) {
    if (line === "" && data.length > 0) yield { event, data: data.join("\n") };
    if (line === "") [event, data] = ["message", []];
    const [, field, value = ""] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const part = await reader?.read().catch((cause: unknown) => {
        throw brokenOff(cause);
      });
      if (!part || part.done) return;
      const lines = (rest + part.value).split(/\r\n|\n/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    // A reader that stops ends the connection.
    await reader?.cancel().catch(() => {});
  }
}

const brokenOff = (cause?: unknown) =>
  new MarketplaceError({
    code: "unreachable",
    message: "The connection broke off before the end. A batch is sent again under its idempotency key at no charge.",
    cause,
  });
