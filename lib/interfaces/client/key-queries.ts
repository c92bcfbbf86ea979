import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { KeyRecord } from "@/lib/identity/keys/schemas";
import { callApi } from "@/lib/interfaces/client/api";

export type Key = z.output<typeof KeyRecord>;

const DAY_MS = 24 * 60 * 60 * 1000;

export const keyQueries = {
  list: queryOptions({
    queryKey: ["keys", "list"],
    queryFn: async ({ signal }) => (await callApi("GET /v1/keys", { signal })).data.data,
  }),
  /** How often a key was used in the last 24 hours, as people read it. */
  lastDay: (keyId: string) =>
    queryOptions({
      queryKey: ["keys", "last-day", keyId],
      queryFn: async ({ signal }) => {
        const start_date = new Date(Date.now() - DAY_MS).toISOString();
        const query = { key_id: keyId, start_date, limit: 1 };
        const { total, total_capped } = (await callApi("GET /v1/usage", { query, signal })).data;
        return `${total}${total_capped ? "+" : ""}`;
      },
      staleTime: 0,
    }),
};
