import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/interfaces/client/api";

/** Newest payments among which the latest is searched. */
const ORDERS_READ = 100;

export const walletQueries = {
  balance: queryOptions({
    queryKey: ["wallet", "balance"],
    queryFn: async ({ signal }) => (await callApi("GET /v1/balance", { signal })).data,
    // Another tab, or an agent, may have spent it meanwhile.
    refetchOnWindowFocus: "always",
  }),
  settings: queryOptions({
    queryKey: ["wallet", "settings"],
    queryFn: async ({ signal }) => (await callApi("GET /v1/credits/settings", { signal })).data,
  }),
  refundable: queryOptions({
    queryKey: ["wallet", "refundable"],
    queryFn: async ({ signal }) => (await callApi("GET /v1/credits/refundable", { signal })).data,
  }),
  order: (id: string) =>
    queryOptions({
      queryKey: ["wallet", "orders", id],
      queryFn: async ({ signal }) => {
        const { data } = (await callApi("GET /v1/credits/orders", { query: { limit: ORDERS_READ }, signal })).data;
        return data.find((order) => order.id === id) ?? null;
      },
    }),
};
