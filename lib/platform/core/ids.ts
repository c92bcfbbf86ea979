import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562): ids sort by the time at which they were made, which keeps indexes compact. */
export function newId(): string {
  return uuidv7();
}

/** An id that sorts before all that are made from this moment on, and after those that were made before. */
export function firstIdOf(time: Date): string {
  const ms = time.getTime().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}

/** Whether a text has the form of a UUID; anything else can only be a 404. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A new request id, shown to callers as `Request-Id` and in every error. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
