"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { useSpending } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/client/api";
import { credits } from "@/lib/client/format";
import { walletQueries } from "@/lib/client/wallet-queries";
import type { Balance } from "@/lib/ledger/schemas";

const DEARER = new Error("The price has changed since you opened this page. Nothing was bought.");

type Props = { slug: string; price: number; interval: string; balance: Balance };

/** Buys a subscription at the price that is shown, or leads to the wallet when credits are short. */
export function BuyButton({ slug, price, interval, balance }: Props) {
  const { available } = useQuery({ ...walletQueries.balance, initialData: balance }).data;
  const { spend, again, isBusy, isDone, failure } = useSpending({
    send: (body: { max_price: number }, idempotencyKey) =>
      callApi<{ already_owned?: true }>(`/v1/skills/${slug}/purchase`, {
        method: "POST",
        body,
        idempotencyKey,
      }),
    onDone: ({ data }) =>
      notify(
        data.already_owned
          ? "You own this already. Nothing was charged."
          : `Bought for ${credits(price)} credits.`,
      ),
    invalidates: [walletQueries.balance.queryKey],
    refreshes: true,
  });
  // Retry would offer the old price again; the page is read anew instead, and the button says the new one.
  const isDearer = failure instanceof ApiError && failure.code === "price_changed";
  const back = `/wallet?next=${encodeURIComponent(`/skills/${slug}`)}&amount=${price - available}`;
  const renewal = `Renews every ${interval} for ${credits(price)} credits until you cancel.`;
  if (available < price && !isDone) {
    return (
      <div className="grid gap-1.5">
        <a href={back} className={buttonStyle({ variant: "primary", size: "lg" })}>
          Top up to buy
        </a>
        <p className="text-xs text-muted">
          Costs {credits(price)} credits; you have {credits(available)}. {renewal}
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <Button
        variant="primary"
        size="lg"
        onClick={() => spend({ max_price: price })}
        disabled={isBusy || isDone}
      >
        {isBusy || isDone ? "Buying…" : `Buy for ${credits(price)} credits`}
      </Button>
      {/* As tall as the note that replaces it after the purchase, so that the page does not move. */}
      <p className="min-h-9 text-xs text-muted">
        {renewal} Balance after: {credits(isDone ? available : available - price)} credits.
      </p>
      {isDearer && <ErrorAlert error={DEARER} />}
      {failure && !isDearer ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}
