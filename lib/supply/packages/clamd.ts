/** ClamAV's daemon by its protocol (clamd(8)): one command a connection, each ended by NUL. Off without the setting CLAMD. */
import { connect, type Socket } from "node:net";
import { env } from "@/lib/platform/core/env";

const TIMEOUT_MS = 120_000;
const MAX_ANSWER_CHARS = 4_096;
const LENGTH_BYTES = 4;
const TOO_LONG = "size limit exceeded";

/** Whether an engine is set. */
export const isOn = (): boolean => env().CLAMD !== undefined;

/** The engine and its base of signatures, such as `ClamAV 1.4.1/27460/Thu Nov 26 2026`. Throws when it can't be asked. */
export async function baseOf(): Promise<string> {
  return ask("VERSION");
}

/** The name of the malware in a file; null for none, and for a file above the daemon's own limit. Throws when it can't be scanned. */
export async function scan(content: AsyncIterable<Uint8Array>): Promise<string | null> {
  const answer = await ask("INSTREAM", content);
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found) return found;
  if (answer === "stream: OK") return null;
  if (answer.includes(TOO_LONG)) return null;
  throw new Error(`clamd: ${answer}`);
}

function open(): Socket {
  const address = env().CLAMD ?? "";
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
  return host ? connect({ host, port: Number(port) }) : connect({ path: address });
}

async function ask(command: string, content?: AsyncIterable<Uint8Array>): Promise<string> {
  const socket = open();
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("clamd timed out")));
  try {
    const answer = answerOf(socket);
    answer.catch(() => {});
    await write(socket, Buffer.from(`z${command}\0`));
    if (content) await send(socket, content);
    return await answer;
  } finally {
    socket.destroy();
  }
}

async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of content) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(part.length);
    // The daemon stops reading when a stream is too long for it; its reply says so.
    if (!(await write(socket, Buffer.concat([length, part])))) return;
  }
  await write(socket, Buffer.alloc(LENGTH_BYTES));
}

/** Returns whether the daemon took the bytes. */
function write(socket: Socket, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    socket.write(bytes, (error) => resolve(!error));
  });
}

async function answerOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const part of socket.setEncoding("utf8")) {
    text += part;
    if (text.includes("\0") || text.length > MAX_ANSWER_CHARS) break;
  }
  const [answer = ""] = text.split("\0");
  if (answer === "") throw new Error("clamd closed the connection");
  return answer.trim();
}
