"use client";

import { forgetPromotionCode, promotionKey } from "@/components/skills/use-promotion-code";
import { notify } from "@/components/ui/notify";
import { type Question, useConfirm } from "@/components/ui/use-confirm";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import { dollars } from "@/lib/platform/core/dollars";

/** A subscription as it is offered: its price, and when it renews if it is bought now, as people write it. */
export type Offered = {
  slug: string;
  name: string;
  price: number;
  renewsOn: string;
  /** Days of the trial that it begins with; 0 without one. */
  trialDays: number;
  code?: string | undefined;
  /** The name of its plan; the first by default. */
  plan?: string | undefined;
};

const isDearer = (failure: unknown) => failure instanceof ApiError && failure.code === "price_changed";
/** Retry would offer the old price again; the page is read anew instead, and the button says the new one. */
const DEARER = new Error("The price has changed since you opened this page. Nothing was bought.");

/** Buys a subscription at the price that is shown, after a question if wanted, and says so. */
export function useBuy(
  { slug, name, price, renewsOn, trialDays, code, plan }: Offered,
  { question, onBought }: { question?: Question; onBought?: () => void },
) {
  // A free subscription has no trial, also when a code makes it free.
  const isTrial = trialDays > 0 && price > 0;
  const body = { max_price: price, trial: isTrial, ...(code && { promotion_code: code }), ...(plan && { plan }) };
  const { ask, run, dialog, again, isBusy, isDone, failure } = useConfirm({
    question: question && (() => question),
    // At the price that the question shows, also when that has changed since it was asked.
    send: (_, idempotencyKey) => callApi("POST /v1/skills/{slug}/purchase", { params: { slug }, body, idempotencyKey }),
    onDone: ({ data }) => {
      forgetPromotionCode(slug);
      notify(
        data.already_owned
          ? "You own this already. Nothing was charged."
          : isTrial
            ? `Your trial of ${name} has begun. It costs ${dollars(price)} from ${renewsOn} unless you cancel.`
            : `You bought ${name} for ${dollars(price)}. It renews ${renewsOn}.`,
      );
      onBought?.();
    },
    shown: (failure) => (isDearer(failure) ? DEARER : failure),
    invalidates: [walletQueries.balance.queryKey, promotionKey(slug)],
    refreshes: true,
  });
  return {
    ask,
    buy: run,
    dialog,
    isBusy: isBusy || isDone,
    isDone,
    failure,
    /** Sends the same purchase again; undefined when that would offer a price of the past. */
    again: failure === DEARER ? undefined : again,
  };
}
