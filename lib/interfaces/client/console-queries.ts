import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { SkillAnalytics as Schema } from "@/lib/demand/analytics/schemas";
import { callApi, readApi } from "@/lib/interfaces/client/api";

export type SkillAnalytics = z.output<typeof Schema>;
type Payout = { id: string; state: string };

/** The rollup runs about once a minute; a visible page follows it. */
const COUNTED_EVERY_MS = 60_000;
/** Newest payouts among which the one in progress is searched. */
const PAYOUTS_READ = 5;

/** Queries of the console. */
export const consoleQueries = {
  analytics: (skillId: string, days: number) =>
    queryOptions({
      queryKey: ["console", "analytics", skillId, days],
      queryFn: ({ signal }) =>
        readApi<SkillAnalytics>(`/v1/developer/skills/${skillId}/analytics?days=${days}`, signal),
      refetchInterval: COUNTED_EVERY_MS,
      placeholderData: keepPreviousData,
    }),
  /** The payout account, after a refresh from the processor. */
  payoutAccount: queryOptions({
    queryKey: ["console", "payout-account"],
    queryFn: async ({ signal }) => {
      const path = "/v1/developer/payouts/account/refresh";
      return (await callApi<{ state: string }>(path, { method: "POST", signal })).data;
    },
  }),
  payout: (id: string) =>
    queryOptions({
      queryKey: ["console", "payouts", id],
      queryFn: async ({ signal }) => {
        const path = `/v1/developer/payouts?limit=${PAYOUTS_READ}`;
        const { data } = await readApi<{ data: Payout[] }>(path, signal);
        return data.find((payout) => payout.id === id) ?? null;
      },
    }),
};
