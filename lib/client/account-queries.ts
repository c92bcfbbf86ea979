import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/client/api";

/** Pause after which the head of a page asks again whether something has happened. */
const ASK_AGAIN_MS = 60_000;

/** What the account reads in the browser beside its money. */
export const accountQueries = {
  /** How many notifications are new. */
  unread: queryOptions({
    queryKey: ["notifications", "unread"],
    queryFn: async ({ signal }) =>
      (await readApi<{ total: number }>("/v1/notifications?unread=true&limit=1", signal)).total,
    refetchInterval: ASK_AGAIN_MS,
  }),
};
