"use client";

import { forgetPromotionCode, promotionKey } from "@/components/skills/use-promotion-code";
import { notify } from "@/components/ui/notify";
import { useSpending } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import { creditsText } from "@/lib/interfaces/client/format";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";

/** A subscription as it is offered: its price, and when it renews if it is bought now, as people write it. */
export type Offered = {
  slug: string;
  name: string;
  price: number;
  renewsOn: string;
  /** The promotion code that makes the price. */
  code?: string | undefined;
};

const DEARER = new Error("The price has changed since you opened this page. Nothing was bought.");

/** Buys a subscription at the price that is shown, and says so. */
export function useBuy({ slug, name, price, renewsOn, code }: Offered, onBought = () => {}) {
  const { spend, again, isBusy, isDone, failure } = useSpending({
    send: (body: { max_price: number; promotion_code?: string }, idempotencyKey) =>
      callApi<{ already_owned?: true }>(`/v1/skills/${slug}/purchase`, {
        method: "POST",
        body,
        idempotencyKey,
      }),
    onDone: ({ data }) => {
      forgetPromotionCode(slug);
      notify(
        data.already_owned
          ? "You own this already. Nothing was charged."
          : `You bought ${name} for ${creditsText(price)}. It renews ${renewsOn}.`,
      );
      onBought();
    },
    invalidates: [walletQueries.balance.queryKey, promotionKey(slug)],
    refreshes: true,
  });
  // Retry would offer the old price again; the page is read anew instead, and the button says the new one.
  const isDearer = failure instanceof ApiError && failure.code === "price_changed";
  return {
    buy: () => spend({ max_price: price, ...(code && { promotion_code: code }) }),
    isBusy: isBusy || isDone,
    isDone,
    failure: isDearer ? DEARER : failure,
    /** Sends the same purchase again; undefined when that would offer a price of the past. */
    again: isDearer ? undefined : again,
  };
}
