import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "@/lib/client/api";

/** How long what was read counts as fresh: what the server has just rendered is not asked for again. */
const FRESH_MS = 30_000;
/** How often a read that may be repeated is repeated. */
const MAX_RETRIES = 2;

/**
 * A store of what was read from `/v1`. Reads are repeated after a passing fault; writes never are by themselves, and
 * fail at once without a connection, so that nobody waits for something that is not on its way.
 */
function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

let ofThisTab: QueryClient | undefined;

/** The one store of a browser tab; on the server each page has its own. */
export function sharedClient(): QueryClient {
  if (typeof window === "undefined") return makeClient();
  ofThisTab ??= makeClient();
  return ofThisTab;
}
