import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562): ids sort by the time at which they were made, which keeps indexes compact. */
export function newId(): string {
  return uuidv7();
}

/** Whether a text has the form of a UUID; anything else can only be a 404. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A new request id, shown to callers as `Request-Id` and in every error. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
