import { focusManager, QueryClient } from "@tanstack/react-query";
import { isPassing } from "@/lib/interfaces/client/api";

/** How long a read counts as fresh, so that data the server has just rendered is not fetched again. */
const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

/**
 * The query cache. Reads are retried after transient errors. Writes are never retried automatically, and fail immediately
 * when offline.
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

/** Windows that lie side by side are never hidden: the focus alone says that somebody returns to one. */
function followFocus(): void {
  focusManager.setEventListener((handle) => {
    const listen = () => handle();
    window.addEventListener("focus", listen);
    document.addEventListener("visibilitychange", listen);
    return () => {
      window.removeEventListener("focus", listen);
      document.removeEventListener("visibilitychange", listen);
    };
  });
}

let ofThisTab: QueryClient | undefined;

/** One cache per browser tab; on the server, one per page. */
export function sharedClient(): QueryClient {
  if (typeof window === "undefined") return makeClient();
  if (!ofThisTab) {
    ofThisTab = makeClient();
    followFocus();
  }
  return ofThisTab;
}
