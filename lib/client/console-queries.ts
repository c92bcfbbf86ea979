import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { SkillFigures } from "@/lib/analytics/schemas";
import { callApi, readApi } from "@/lib/client/api";

export type Figures = z.output<typeof SkillFigures>;
type Payout = { id: string; state: string };

/** Figures are counted about once a minute; a page that is looked at follows. */
const COUNTED_EVERY_MS = 60_000;
/** Newest payouts among which the one under way is looked for. */
const PAYOUTS_READ = 5;

/** What the console reads in the browser. */
export const consoleQueries = {
  figures: (skillId: string, days: number) =>
    queryOptions({
      queryKey: ["console", "figures", skillId, days],
      queryFn: ({ signal }) =>
        readApi<Figures>(`/v1/developer/skills/${skillId}/analytics?days=${days}`, signal),
      refetchInterval: COUNTED_EVERY_MS,
      placeholderData: keepPreviousData,
    }),
  /** The state of the payout account, after the marketplace has asked the processor. */
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
