"use client";

/** A failure of the API, as its answers tell it. */
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

type Options = { method?: string; body?: unknown; idempotencyKey?: string; signal?: AbortSignal };
/** An answer with the id under which we know the request. */
export type Answered<T> = { data: T; requestId: string };

/** Calls our own API with the session of this browser. Throws ApiError with the answer's own words. */
export async function callApi<T>(
  path: string,
  { method = "GET", body, idempotencyKey, signal }: Options = {},
): Promise<Answered<T>> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const answer = await response.json().catch(() => null);
  const requestId = response.headers.get("request-id") ?? "";
  if (response.ok) return { data: answer as T, requestId };
  const fallback = {
    code: "unreachable",
    message: "The marketplace did not answer. Try again.",
    param: null,
    details: {},
    request_id: requestId,
  };
  throw new ApiError(response.status, answer?.error ?? fallback);
}
