import type { Readable } from "node:stream";

const streams = new WeakMap<Request, Readable>();

/** Records the stream that a request's body arrives in; the host calls this for every request. */
export function rememberBodyStream(request: Request, stream: Readable): void {
  streams.set(request, stream);
}

/** What a request brings, part by part. The host's stream spares large bodies a copy, which `body` makes of every part. */
export function bodyStream(request: Request): AsyncIterable<Uint8Array> | null {
  return streams.get(request) ?? request.body;
}
