import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/components/ui/api";

export type Balance = { balance: number; held: number; available: number; currency: "credits" };
export type CreditSettings = {
  low_balance_threshold: number | null;
  auto_topup: {
    enabled: boolean;
    threshold: number | null;
    amount: number | null;
    monthly_limit: number | null;
    spent_this_month: number;
    paused_reason: string | null;
  };
  card: { brand: string; last4: string } | null;
};
type Order = { id: string; state: string; credits: number };

/** Newest payments among which the one that was just made is looked for. */
const ORDERS_READ = 100;

/** What the wallet reads in the browser. */
export const walletQueries = {
  balance: queryOptions({
    queryKey: ["wallet", "balance"],
    queryFn: ({ signal }) => readApi<Balance>("/v1/balance", signal),
  }),
  settings: queryOptions({
    queryKey: ["wallet", "settings"],
    queryFn: ({ signal }) => readApi<CreditSettings>("/v1/credits/settings", signal),
  }),
  order: (id: string) =>
    queryOptions({
      queryKey: ["wallet", "orders", id],
      queryFn: async ({ signal }) => {
        const { data } = await readApi<{ data: Order[] }>(`/v1/credits/orders?limit=${ORDERS_READ}`, signal);
        return data.find((order) => order.id === id) ?? null;
      },
    }),
};
