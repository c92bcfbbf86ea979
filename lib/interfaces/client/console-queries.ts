import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { SkillAnalytics as Schema } from "@/lib/demand/analytics/schemas";
import { callApi } from "@/lib/interfaces/client/api";

export type Span = 7 | 30 | 90;
export type SkillAnalytics = z.output<typeof Schema>;

/** The rollup runs about once a minute; a visible page follows it. */
const COUNTED_EVERY_MS = 60_000;
/** Newest payouts among which the one in progress is searched. */
const PAYOUTS_READ = 5;

export const consoleQueries = {
  analytics: (skillId: string, days: Span) =>
    queryOptions({
      queryKey: ["console", "analytics", skillId, days],
      queryFn: async ({ signal }) => {
        const params = { id: skillId };
        return (
          await callApi("GET /v1/developer/skills/{id}/analytics", {
            params,
            query: { days: `${days}` },
            signal,
          })
        ).data;
      },
      refetchInterval: COUNTED_EVERY_MS,
      placeholderData: keepPreviousData,
    }),
  /** The payout account, after a refresh from the processor. */
  payoutAccount: queryOptions({
    queryKey: ["console", "payout-account"],
    queryFn: async ({ signal }) => {
      return (await callApi("POST /v1/developer/payouts/account/refresh", { signal, isBackground: true })).data;
    },
  }),
  payout: (id: string) =>
    queryOptions({
      queryKey: ["console", "payouts", id],
      queryFn: async ({ signal }) => {
        const query = { limit: PAYOUTS_READ };
        const { data } = await callApi("GET /v1/developer/payouts", { query, signal });
        return data.data.find((payout) => payout.id === id) ?? null;
      },
    }),
};
