import { bodyStream } from "@/lib/interfaces/http/incoming-body";
import { pathText } from "@/lib/interfaces/http/input";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { turn } from "@/lib/platform/core/turns";

/** Rooms of large bodies that are used again: the garbage of each would bring a collection of the whole heap nearer. */
const spareRooms: Buffer[] = [];
const MAX_SPARE_ROOMS = 4;

export const MAX_JSON_BYTES = 1024 * 1024;
/** Largest body of an endpoint with a few fields: 2,000 escaped characters and some more. */
export const MAX_FIELDS_BYTES = 16 * 1024;
export const MAX_JSON_DEPTH = 32;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What runs the parsing of a body, and what may refuse its bytes by throwing. */
type Parsing = { timed?: <R>(parse: () => R) => R; admit?: (bytes: Uint8Array) => void };

/**
 * Reads a JSON body of at most `maxBytes` bytes: strict UTF-8, at most `MAX_JSON_DEPTH` deep, without NUL or broken
 * Unicode in any text, and without numbers beyond a double's range, which would turn into null. An empty body reads as
 * `{}`. A large body takes its turn with others, for parsing and for the rest.
 */
export async function readJson(
  request: Request,
  maxBytes: number,
  { timed = (parse) => parse(), admit }: Parsing = {},
): Promise<Json> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (declared <= MAX_FIELDS_BYTES) return parsed(request, await readBytes(request, maxBytes), { timed, admit });
  const room = spareRooms.pop() ?? Buffer.allocUnsafeSlow(MAX_JSON_BYTES);
  try {
    return await parsed(request, await readInto(room, request, maxBytes), { timed, admit });
  } finally {
    if (spareRooms.length < MAX_SPARE_ROOMS) spareRooms.push(room);
  }
}

async function parsed(
  request: Request,
  bytes: Uint8Array,
  { timed, admit }: { timed: NonNullable<Parsing["timed"]>; admit: Parsing["admit"] },
): Promise<Json> {
  if (bytes.length === 0) return {};
  requireJsonType(request.headers.get("content-type"));
  admit?.(bytes);
  const isLarge = bytes.length > MAX_FIELDS_BYTES;
  if (isLarge) await turn();
  const value = timed(() => parse(decode(bytes)));
  if (isLarge) await turn();
  timed(() => requireStorable(value));
  return value;
}

/** Reads a body of a declared length. Throws as `readBytes` does. */
async function readInto(room: Buffer, request: Request, maxBytes: number): Promise<Uint8Array> {
  let size = 0;
  try {
    for await (const part of bodyStream(request) ?? []) {
      if (size + part.length > maxBytes) throw tooLarge(maxBytes);
      room.set(part, size);
      size += part.length;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : brokenOff(cause);
  }
  return room.subarray(0, size);
}

function requireStorable(value: Json): void {
  const problem = problemIn(value);
  if (problem) throw invalid([{ param: pathText(problem.path), message: problem.message }]);
}

/** Reads a body of at most `maxBytes` bytes. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > maxBytes) throw tooLarge(maxBytes);
  try {
    // Content-Length bounds the body, and the host then reads it without a stream.
    if (declared !== null) return requireSize(new Uint8Array(await request.arrayBuffer()), maxBytes);
    return await collect(request, maxBytes);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw brokenOff(cause);
  }
}

function brokenOff(cause: unknown): AppError {
  return new AppError("invalid_request", "The body ended before it was complete.", { param: "body", cause });
}

function requireSize(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

async function collect(request: Request, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const part of request.body) {
      size += part.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      parts.push(part);
    }
  }
  return Buffer.concat(parts);
}

/** The 413 of a body beyond so many bytes. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError("payload_too_large", `The body is larger than ${maxBytes} bytes.`, {
    details: { max_bytes: maxBytes },
  });
}

function requireJsonType(contentType: string | null): void {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json" || /^application\/[\w.-]+\+json$/.test(type)) return;
  throw invalid([{ param: "Content-Type", message: "must be application/json" }]);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not valid UTF-8.", { cause });
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not valid JSON.", { cause });
  }
}

type Problem = { path: PropertyKey[]; message: string };

/** The first value that cannot be stored, with its path. */
function problemIn(value: Json, depth = 1): Problem | null {
  if (typeof value === "string") return problemOfText(value);
  if (typeof value === "number") return Number.isFinite(value) ? null : { path: [], message: "is too large a number" };
  if (value === null || typeof value !== "object") return null;
  if (depth > MAX_JSON_DEPTH)
    throw new AppError("invalid_json", `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const problem = problemIn(value[index] as Json, depth + 1);
      if (problem) return within(index, problem);
    }
    return null;
  }
  for (const key in value) {
    // An unstorable key cannot be quoted in the path either.
    const ofKey = problemOfText(key);
    if (ofKey) return ofKey;
    const problem =
      key === "__proto__" ? { path: [], message: "is not a known field" } : problemIn(value[key] as Json, depth + 1);
    if (problem) return within(key, problem);
  }
  return null;
}

const within = (key: PropertyKey, { path, message }: Problem): Problem => ({ path: [key, ...path], message });

function problemOfText(text: string): Problem | null {
  if (text.includes("\u0000")) return { path: [], message: "must not contain U+0000" };
  return text.isWellFormed() ? null : { path: [], message: "must be well-formed Unicode" };
}
