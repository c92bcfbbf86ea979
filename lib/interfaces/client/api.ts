import { ACTING_HEADER } from "@/lib/identity/accounts/acting-schemas";
import { shownAccountId } from "@/lib/interfaces/client/acting";
import { isOffline, renewSession } from "@/lib/interfaces/client/session";

/** An error answer of the API. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly details: Record<string, unknown>;
  readonly requestId: string;

  constructor(
    status: number,
    body: {
      code: string;
      message: string;
      param: string | null;
      details: Record<string, unknown>;
      request_id: string;
    },
  ) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.param = body.param;
    this.details = body.details;
    this.requestId = body.request_id;
  }
}

/** The modules of the routes, by path: their generated table declares them, so that this file imports none. */
// biome-ignore lint/suspicious/noEmptyInterface: declared by the routes
export interface ApiRoutes {}

type Schema = { _zod: { input: unknown; output: unknown } };
type Input<S> = S extends { _zod: { input: infer I } } ? I : never;
type Output<S> = S extends { _zod: { output: infer O } } ? O : unknown;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Path = keyof ApiRoutes & string;

/** An operation of our API by method and path: `PATCH /v1/keys/{id}`. */
export type Operation = { [P in Path]: `${keyof ApiRoutes[P] & Method} ${P}` }[Path];
type SpecOf<O extends Operation> = O extends `${infer M} ${infer P extends Path}`
  ? M extends keyof ApiRoutes[P]
    ? ApiRoutes[P][M] extends { spec: infer S }
      ? S
      : never
    : never
  : never;
type SchemaOf<O extends Operation, Name extends "params" | "query" | "body" | "result"> =
  SpecOf<O> extends { [N in Name]?: infer S } ? Extract<S, Schema> : never;

export type BodyOf<O extends Operation> = Input<SchemaOf<O, "body">>;
export type ResultOf<O extends Operation> = Output<SchemaOf<O, "result">>;

type Sent = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Whether the page sends it by itself, so that an ended session asks for nothing. Reads with a signal are. */
  isBackground?: boolean;
};
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : Record<never, unknown> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };
type Request<O extends Operation> = Sent &
  Part<"params", Input<SchemaOf<O, "params">>> &
  Part<"query", Input<SchemaOf<O, "query">>> &
  (Part<"body", BodyOf<O>> | { /** Sent as it is, with its own type. */ file: Blob });
type AdminOperation = Extract<Operation, `${"POST" | "PUT"} /v1/admin/${string}`>;
/** An administrator's action as a page hands it to the button that does it; the button may add to its body. */
export type AdminCall = {
  [O in AdminOperation]: { operation: O } & Part<"params", Input<SchemaOf<O, "params">>> & {
      body?: Partial<BodyOf<O>>;
    };
}[AdminOperation];

/** The request may be left out where nothing of it is required. */
type Arguments<O extends Operation> =
  Record<never, unknown> extends Request<O> ? [request?: Request<O>] : [request: Request<O>];

export type Answered<T> = { data: T; requestId: string };

const REVOKE_AFTER_MS = 60_000;
const UNREACHABLE = "unreachable";
/** Statuses after which a retry may succeed: no answer, rate limits, and server errors. */
const PASSING = [0, 429, 500, 502, 503, 504];

function unreachable(status: number, requestId: string): ApiError {
  const lost = isOffline()
    ? "You're offline. Your input is kept: send it again when you're connected."
    : "We couldn't reach the marketplace. Check your connection, then try again.";
  return new ApiError(status, {
    code: UNREACHABLE,
    message: status >= 500 ? "Something went wrong on our side." : lost,
    param: null,
    details: {},
    request_id: requestId,
  });
}

function urlOf(path: string, params: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `${filled}?${new URLSearchParams(given)}` : filled;
}

/** Calls our own API with the session of this browser. Throws ApiError with the answer's own words. */
export async function callApi<O extends Operation>(
  operation: O,
  ...[request]: Arguments<O>
): Promise<Answered<ResultOf<O>>> {
  const [method = "", path = ""] = operation.split(" ");
  const { params, query, ...sent } = (request ?? {}) as Sent & {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    file?: Blob;
  };
  return send<ResultOf<O>>(method, urlOf(path, params, query), sent);
}

/** Does an administrator's action. Throws ApiError. */
export async function callAdmin({ operation, ...sent }: AdminCall, idempotencyKey?: string): Promise<void> {
  await callApi(operation as never, { ...sent, ...(idempotencyKey && { idempotencyKey }) } as never);
}

/** Posts to what browsers alone use, such as sign-in, which the API does not describe. Throws ApiError. */
export async function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return (await send<T>("POST", path, { body, ...(signal && { signal }) })).data;
}

/** Reads what pages alone use, such as suggestions. Throws ApiError. */
export async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send<T>("GET", path, { ...(signal && { signal }) })).data;
}

type Content = Sent & { body?: unknown; file?: Blob };

/** Whether the session has ended. A wrong password is 401, too, and has its own code. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === "unauthorized";

/** Does something a person asked for. When their session has ended, they sign in where they are, and it goes on. */
async function inSession<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(async (error: unknown) => {
    if (isSignedOut(error) && (await renewSession())) return work();
    throw error;
  });
}

function send<T>(method: string, url: string, content: Content): Promise<Answered<T>> {
  const isRead = method === "GET" && content.signal !== undefined;
  const work = () => sendOnce<T>(method, url, content);
  return content.isBackground || isRead ? work() : inSession(work);
}

async function sendOnce<T>(
  method: string,
  url: string,
  { body, file, idempotencyKey, signal }: Content,
): Promise<Answered<T>> {
  const account = shownAccountId();
  const response = await fetch(url, {
    method,
    credentials: "same-origin",
    headers: {
      ...(account && { [ACTING_HEADER]: account }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw unreachable(0, "");
  });
  const answer = await response.json().catch(() => null);
  const requestId = response.headers.get("request-id") ?? "";
  if (response.ok && answer !== null) return { data: answer as T, requestId };
  if (!answer?.error) throw unreachable(response.status, requestId);
  throw new ApiError(response.status, answer.error);
}

/** Saves the file that our own API answers with, under the name that it gives. Throws ApiError. */
export function downloadApi(path: string): Promise<void> {
  return inSession(() => download(path));
}

async function download(path: string): Promise<void> {
  const response = await fetch(path, { credentials: "same-origin" }).catch(() => {
    throw unreachable(0, "");
  });
  const requestId = response.headers.get("request-id") ?? "";
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw answer?.error ? new ApiError(response.status, answer.error) : unreachable(response.status, requestId);
  }
  const file = await response.blob().catch(() => {
    throw unreachable(0, requestId);
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

/** A unique key. Browsers offer `randomUUID` only over https and on loopback. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a retry may help. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING.includes(error.status);
}

/** Whether a failed request keeps its Idempotency-Key, so that a retry continues it. */
export function keepsKey(error: unknown): boolean {
  const isProcessor =
    error instanceof ApiError && (error.code === "processor_failed" || error.code === "processor_timeout");
  return isProcessor || isUndecided(error);
}

/**
 * Whether the outcome of a request is unknown: its answer was lost, or the first request under its key still runs. A
 * retry under the same key takes effect once.
 */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.code === UNREACHABLE || error.code === "idempotency_in_progress" || [500, 503].includes(error.status);
}
