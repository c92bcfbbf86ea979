import { isDatabaseReachable } from "@/lib/platform/core/db";
import * as catalog from "@/lib/supply/catalog/following";

let isEnding = false;

/** From now on `/ready` returns 503, so that load balancers stop sending requests. */
export function refuseMore(): void {
  isEnding = true;
}

/**
 * Answers `/ready`: 200 while this process should receive requests, 503 while it still reads the catalogue, while it ends, or while its
 * database is down. `/v1/health` is liveness, this is readiness.
 */
export async function handleReady(): Promise<Response> {
  const status = isEnding
    ? "draining"
    : !(await isDatabaseReachable())
      ? "database_unreachable"
      : catalog.isBeingRead()
        ? "reading_catalog"
        : "ready";
  return Response.json(
    { status },
    { status: status === "ready" ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
