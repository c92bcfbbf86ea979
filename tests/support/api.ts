import { route } from "@/host/router";
import { rememberSocketAddress } from "@/lib/interfaces/http/address";
import { requireDescribed } from "@/tests/support/answer-check";
import { nextOrigin } from "@/tests/support/cluster";

/** An answer of the API as tests read it. */
export type Answer = {
  status: number;
  headers: Headers;
  /** The body as text, byte for byte. */
  text: string;
  /** The body, parsed. Tests name the fields that they expect. */
  body: Body;
};
type Body = Record<string, unknown> & {
  error: {
    code: string;
    message: string;
    param: string | null;
    details: Record<string, unknown>;
    request_id: string;
  };
  data: Record<string, unknown>[];
  id: string;
};

export type CallOptions = {
  key?: string | undefined;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  address?: string;
  /** Breaks the request off; only requests to another process can be. */
  signal?: AbortSignal | undefined;
};

/** Calls the API through its router, as the host does, and checks the answer against the OpenAPI document. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(method, path, options);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = isJson && text !== "" ? JSON.parse(text) : {};
  if (method !== "HEAD" && method !== "OPTIONS" && isJson) {
    requireDescribed(method, new URL(path, "http://market.test").pathname, response.status, body);
  }
  return { status: response.status, headers: response.headers, text, body };
}

/** Calls the API and returns the untouched response, for answers that stream. */
export async function send(
  method: string,
  path: string,
  { key, body, raw, headers, address, signal }: CallOptions = {},
): Promise<Response> {
  const hasBody = raw !== undefined || body !== undefined;
  const from = address ?? "203.0.113.7";
  const origin = await nextOrigin();
  const request = new Request(new URL(path, origin ?? "http://market.test"), {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(hasBody && { "content-type": "application/json" }),
      ...(origin && { "x-forwarded-for": from }),
      ...headers,
    },
    ...(hasBody && { body: raw ?? JSON.stringify(body), duplex: "half" }),
    ...(signal && { signal }),
  });
  if (origin) return fetch(request, { redirect: "manual" });
  rememberSocketAddress(request, from);
  return route(request);
}
