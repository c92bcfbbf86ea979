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

type Options = {
  method?: string;
  body?: unknown;
  /** Sent as it is, with its own type, instead of `body`. */
  file?: Blob;
  idempotencyKey?: string;
  signal?: AbortSignal;
};
/** An answer with its request id. */
export type Answered<T> = { data: T; requestId: string };

/** Lifetime of a download's object URL. */
const REVOKE_AFTER_MS = 60_000;
const UNREACHABLE = "unreachable";
/** Statuses after which a retry may succeed: no answer, rate limits, and server errors. */
const PASSING = [0, 429, 500, 502, 503, 504];

function unreachable(status: number, requestId: string): ApiError {
  return new ApiError(status, {
    code: UNREACHABLE,
    message: "The marketplace did not answer. Check your connection, then try again.",
    param: null,
    details: {},
    request_id: requestId,
  });
}

/** Calls our own API with the session of this browser. Throws ApiError with the answer's own words. */
export async function callApi<T>(
  path: string,
  { method = "GET", body, file, idempotencyKey, signal }: Options = {},
): Promise<Answered<T>> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: {
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
export async function downloadApi(path: string): Promise<void> {
  const response = await fetch(path, { credentials: "same-origin" }).catch(() => {
    throw unreachable(0, "");
  });
  const requestId = response.headers.get("request-id") ?? "";
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw answer?.error
      ? new ApiError(response.status, answer.error)
      : unreachable(response.status, requestId);
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

/** Reads a resource of our own API. Throws ApiError. */
export async function readApi<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await callApi<T>(path, signal && { signal })).data;
}

/** A unique key. Browsers offer `randomUUID` only over https and on loopback. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
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
  return (
    error.code === UNREACHABLE ||
    error.code === "idempotency_in_progress" ||
    [500, 503].includes(error.status)
  );
}
