import { isDatabaseReachable } from "@/lib/core/db";

let isEnding = false;

/** From now on load balancers are told to send no more requests here. */
export function refuseMore(): void {
  isEnding = true;
}

/**
 * Answers `/ready`: 200 while this process should be sent requests, 503 while it ends or its database is gone.
 * `/v1/health` says that a process lives; this says that it is of use.
 */
export async function handleReady(): Promise<Response> {
  const status = isEnding ? "draining" : (await isDatabaseReachable()) ? "ready" : "database_unreachable";
  return Response.json(
    { status },
    { status: status === "ready" ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
