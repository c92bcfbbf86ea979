import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/client/api";

/** Polling interval of the page header. */
const ASK_AGAIN_MS = 60_000;

/** Queries of an account, except its wallet. */
export const accountQueries = {
  /** How many notifications are new. */
  unread: queryOptions({
    queryKey: ["notifications", "unread"],
    queryFn: async ({ signal }) =>
      (await readApi<{ total: number }>("/v1/notifications?unread=true&limit=1", signal)).total,
    refetchInterval: ASK_AGAIN_MS,
  }),
};
