"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChargeFacts } from "@/app/(market)/skills/[slug]/_components/charge-facts";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { Link } from "@/components/ui/link";
import { notify } from "@/components/ui/notify";
import { useSpending } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/client/api";
import { credits } from "@/lib/client/format";
import { walletQueries } from "@/lib/client/wallet-queries";
import type { Balance } from "@/lib/ledger/schemas";
import { dollars } from "@/lib/skills/price-text";

const DEARER = new Error("The price has changed since you opened this page. Nothing was bought.");

export type BuyProps = {
  slug: string;
  name: string;
  price: number;
  interval: string;
  /** When a subscription that is bought now renews, as people write it. */
  renewsOn: string;
  balance: Balance;
  /** Charges above this many credits are confirmed first. */
  confirmAbove: number;
  /** The promotion code that `price` is with. */
  code?: string;
};

/**
 * Buys a subscription at the price that is shown, after one confirmation when it is above what the account lets pass, or
 * leads to the wallet when credits are short.
 */
export function BuyButton({ slug, name, price, interval, renewsOn, balance, confirmAbove, code }: BuyProps) {
  const [isAsking, setAsking] = useState(false);
  const { available } = useQuery({ ...walletQueries.balance, initialData: balance }).data;
  const { spend, again, isBusy, isDone, failure } = useSpending({
    send: (body: { max_price: number; promotion_code?: string }, idempotencyKey) =>
      callApi<{ already_owned?: true }>(`/v1/skills/${slug}/purchase`, {
        method: "POST",
        body,
        idempotencyKey,
      }),
    onDone: ({ data }) =>
      notify(
        data.already_owned
          ? "You own this already. Nothing was charged."
          : `You bought ${name} for ${credits(price)} credits. It renews ${renewsOn}.`,
      ),
    invalidates: [walletQueries.balance.queryKey],
    refreshes: true,
  });
  // Retry would offer the old price again; the page is read anew instead, and the button says the new one.
  const isDearer = failure instanceof ApiError && failure.code === "price_changed";
  const back = `/wallet?${new URLSearchParams({ next: `/skills/${slug}`, amount: String(price - available), for: name })}`;
  const renewal = `Renews ${renewsOn}, cancel anytime.`;
  const buy = () => spend({ max_price: price, ...(code && { promotion_code: code }) });
  if (available < price && !isDone) {
    return (
      <div className="grid gap-1.5">
        <Link href={back} className={buttonStyle({ variant: "primary", size: "lg" })}>
          Top up to buy
        </Link>
        <p className="text-xs text-muted">
          You have {credits(available)} of {credits(price)} credits. {renewal}
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <Button
        variant="primary"
        size="lg"
        onClick={() => (price > confirmAbove ? setAsking(true) : void buy())}
        disabled={isBusy || isDone}
      >
        {isBusy || isDone ? "Buying…" : `Buy for ${credits(price)} credits`}
      </Button>
      {/* As tall as the note that replaces it after the purchase, so that the page does not move. */}
      <p className="min-h-9 text-xs text-muted">
        {renewal} Balance after: {credits(isDone ? available : available - price)} credits.
      </p>
      <LazyAlertDialog
        title={`Buy ${name}?`}
        action={`Buy for ${credits(price)} credits`}
        isDangerous={false}
        isOpen={isAsking}
        onConfirm={buy}
        onClose={() => setAsking(false)}
      >
        <ChargeFacts
          amount={price}
          available={available}
          renewal={`${dollars(price)} on ${renewsOn}, then every ${interval}. Cancel anytime in Purchases.`}
        />
      </LazyAlertDialog>
      {isDearer && <ErrorAlert error={DEARER} />}
      {failure && !isDearer ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}
