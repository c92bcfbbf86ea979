import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/interfaces/client/api";
import type { Balance } from "@/lib/money/ledger/schemas";
import type { CreditSettings } from "@/lib/money/payments/card-schemas";
import type { OrderView } from "@/lib/money/payments/schemas";

/** Newest payments among which the latest is searched. */
const ORDERS_READ = 100;

/** Queries of the wallet. */
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
        const { data } = await readApi<{ data: OrderView[] }>(
          `/v1/credits/orders?limit=${ORDERS_READ}`,
          signal,
        );
        return data.find((order) => order.id === id) ?? null;
      },
    }),
};
