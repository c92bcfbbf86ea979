/** Sessions with MCP servers: one per account, skill and secret in each process, at most so many, closed when they are idle. */
import { AppError } from "@/lib/platform/core/errors";
import { connectMcp, type McpExchange, type McpSession, waitFor } from "@/lib/platform/outbound/mcp";

/** Those in use are never ended for others: calls in flight have bounds of their own. */
export const MAX_SESSIONS = 500;
const IDLE_MS = 2 * 60_000;
const SWEEP_MS = 15_000;
const MAX_HELLO_BYTES = 256 * 1024;

type Entry = {
  opening: Promise<McpSession>;
  users: number;
  usedAt: number;
  ending: Pick<McpExchange, "headersOf" | "maxBytes">;
};

const sessions = new Map<string, Entry>();
let sweeper: NodeJS.Timeout | undefined;

/** `endingHeadersOf` are the headers with which a session ends: its caller's credentials may be gone by then. */
export type Target = {
  url: string;
  pool: string;
  exchange: McpExchange;
  endingHeadersOf: McpExchange["headersOf"];
};

/**
 * Runs `work` in the session of a key, which is opened when there is none. A session in which the exchange failed ends, and its next user
 * opens another one; one whose tool reported an error, or whose call was cancelled, goes on. Throws what `connectMcp` and `work` throw.
 */
export async function inSession<T>(key: string, target: Target, work: (session: McpSession) => Promise<T>): Promise<T> {
  const entry = sessions.get(key) ?? open(key, target);
  entry.users++;
  // The most recently used is last.
  sessions.delete(key);
  sessions.set(key, entry);
  try {
    return await work(await waitFor(target.exchange, entry.opening));
  } catch (error) {
    const isSound = isOfTool(error) || target.exchange.signal?.aborted;
    if (!isSound && sessions.get(key) === entry) sessions.delete(key);
    throw error;
  } finally {
    entry.users--;
    entry.usedAt = Date.now();
    if (entry.users === 0 && sessions.get(key) !== entry) void end(entry);
  }
}

/** What a tool says of itself leaves the session as it was: its next call may build on the ones before. */
function isOfTool(error: unknown): boolean {
  return error instanceof AppError && (error.code === "tool_changed" || error.details.reason === "tool_error");
}

function open(key: string, { url, pool, exchange, endingHeadersOf }: Target): Entry {
  for (const [other, idlest] of sessions) {
    if (sessions.size < MAX_SESSIONS) break;
    if (idlest.users === 0) drop(other, idlest);
  }
  // Neither the first caller's cancellation nor its share: others may be waiting for the same session.
  const { headersOf, endsAt, onHead } = exchange;
  const own = { headersOf, endsAt, ...(onHead && { onHead }), maxBytes: MAX_HELLO_BYTES };
  const ending = { headersOf: endingHeadersOf, maxBytes: MAX_HELLO_BYTES };
  const entry = { opening: connectMcp(url, pool, own), users: 0, usedAt: Date.now(), ending };
  // Its callers may have left by then.
  entry.opening.catch(() => sessions.get(key) === entry && sessions.delete(key));
  sweeper ??= setInterval(sweep, SWEEP_MS).unref();
  sessions.set(key, entry);
  return entry;
}

function drop(key: string, entry: Entry): void {
  sessions.delete(key);
  if (entry.users === 0) void end(entry);
}

async function end({ opening, ending }: Entry): Promise<void> {
  const session = await opening.catch(() => null);
  await session?.close(ending);
}

function sweep(): void {
  for (const [key, entry] of sessions) if (entry.users === 0 && Date.now() - entry.usedAt > IDLE_MS) drop(key, entry);
  if (sessions.size > 0) return;
  clearInterval(sweeper);
  sweeper = undefined;
}
