import { env } from "@/lib/core/env";
import { AppError, notFound } from "@/lib/core/errors";
import { newRequestId } from "@/lib/core/ids";
import type { LimitState } from "@/lib/ratelimit/service";

const JSON_TYPE = "application/json; charset=utf-8";

/** An answer whose body is JSON text already. */
export function jsonResponse(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { "Content-Type": JSON_TYPE, "Cache-Control": "no-store", ...headers },
  });
}

/** The public shape of a failure. Anything that is not an AppError is ours: its text never leaves the process. */
export function errorResponse(error: unknown, requestId: string) {
  const failure =
    error instanceof AppError
      ? error
      : new AppError(
          "internal",
          "Something went wrong on our side. Try again; if it stays, tell us the request id.",
        );
  const body = JSON.stringify({
    error: {
      code: failure.code,
      message: failure.message,
      param: failure.param,
      details: failure.details,
      request_id: requestId,
    },
  });
  const headers: Record<string, string> = {};
  if (failure.retryAfterSeconds !== null) headers["Retry-After"] = String(failure.retryAfterSeconds);
  if (failure.code === "unauthorized") headers["WWW-Authenticate"] = "Bearer";
  return { status: failure.status, body, headers, isOurs: failure.status === 500 };
}

/** The whole answer to a request that no endpoint takes. */
export function refusalResponse(error: AppError): Response {
  const requestId = newRequestId();
  const { status, body } = errorResponse(error, requestId);
  return secured(jsonResponse(status, body), { requestId, limit: null });
}

/** The 404 of a path that does not exist. */
export function unknownPath(): Response {
  return refusalResponse(notFound());
}

/** Adds what every answer carries: its request id, its limits, and the headers that keep browsers from guessing. */
export function secured(
  response: Response,
  about: { requestId: string; limit: LimitState | null },
): Response {
  const { headers } = response;
  headers.set("Request-Id", about.requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  if (env().PUBLIC_URL.startsWith("https:"))
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  if (about.limit) {
    const { policy, quota, windowSeconds, remaining, resetMs } = about.limit;
    headers.set("RateLimit-Policy", `"${policy}";q=${quota};w=${windowSeconds}`);
    headers.set("RateLimit", `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`);
  }
  return response;
}
