import { invalid } from "@/lib/platform/core/errors";
import { threadQueue } from "@/lib/platform/core/thread";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Processor time of one document. */
const LIMIT_MS = 20_000;
/** What reading a document costs at first sight: 500 KB of many small values take 2.5 s. */
const MS_PER_CHAR = 0.005;
/** Largest JSON that a document may become: its aliases repeat what they stand for. */
const MAX_JSON_CHARS = 4 * 1024 * 1024;
const MAX_HEAP_MB = 128;

/** What it makes is handed over as JSON, which is parsed ten times faster than YAML. */
const read = threadQueue<{ text: string; maxChars: number }, string>({
  limitMs: LIMIT_MS,
  maxHeapMb: MAX_HEAP_MB,
  text: `
    const json = JSON.stringify(require("yaml").parse(input.text, { maxAliasCount: 50 })) ?? "null";
    return json.length > input.maxChars ? null : json;`,
});

/**
 * The value of a YAML document, read in its own thread, one document at a time, whose processor time is charged to the
 * account.
 */
export async function parseYaml(text: string, accountId: string): Promise<unknown> {
  ratelimit.requireBudget("readingYaml", accountId);
  const expectedMs = text.length * MS_PER_CHAR;
  ratelimit.debit("readingYaml", accountId, expectedMs);
  const { value: json, tookMs } = await read({ text, maxChars: MAX_JSON_CHARS });
  // What its thread died of cost what was expected.
  ratelimit.debit("readingYaml", accountId, json === null ? 0 : tookMs - expectedMs);
  if (json === null) throw invalid([{ param: "document", message: "is neither JSON nor YAML" }]);
  return JSON.parse(json);
}
