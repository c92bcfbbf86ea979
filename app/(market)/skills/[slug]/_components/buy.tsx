"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { type Offered, useBuy } from "@/components/skills/use-buy";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { Link } from "@/components/ui/link";
import { credits, creditsText } from "@/lib/interfaces/client/format";
import { renewalText } from "@/lib/interfaces/client/renewal";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { Balance } from "@/lib/money/ledger/schemas";

export type BuyProps = Offered & {
  interval: string;
  balance: Balance;
  /** Charges above this many credits are confirmed first. */
  confirmAbove: number;
  /** What the button says, "Buy for 4 credits" by default. */
  label?: string;
};

/**
 * Buys a subscription at the price that is shown, after one confirmation when it is above what the account lets pass, or
 * leads to the wallet when credits are short.
 */
export function BuyButton({ interval, balance, confirmAbove, label, ...offered }: BuyProps) {
  const { slug, name, price, renewsOn } = offered;
  const [isAsking, setAsking] = useState(false);
  const { available } = useQuery({ ...walletQueries.balance, initialData: balance }).data;
  const { buy, again, isBusy, isDone, failure } = useBuy(offered);
  // The amount is the one with a promotion code, which the wallet does not know.
  const back = `/wallet?${new URLSearchParams({ skill: slug, amount: String(price - available) })}`;
  const renewal = `Renews ${renewsOn}, cancel anytime.`;
  if (available < price && !isDone) {
    return (
      <div className="grid gap-1.5">
        <Link href={back} className={buttonStyle({ variant: "primary", size: "lg" })}>
          Top up to buy
        </Link>
        <p className="text-xs text-muted">
          You have {credits(available)} of {creditsText(price)}. {renewal}
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
        disabled={isBusy}
      >
        {isBusy ? "Buying…" : (label ?? `Buy for ${creditsText(price)}`)}
      </Button>
      {/* As tall as the note that replaces it after the purchase, so that the page does not move. */}
      <p className="min-h-9 text-xs text-muted">
        {renewal} Balance after: {creditsText(isDone ? available : available - price)}.
      </p>
      <LazyAlertDialog
        title={`Buy ${name}?`}
        action={`Buy for ${creditsText(price)}`}
        isDangerous={false}
        isOpen={isAsking}
        onConfirm={buy}
        onClose={() => setAsking(false)}
      >
        <ChargeFacts amount={price} available={available} renewal={renewalText(price, interval, renewsOn)} />
      </LazyAlertDialog>
      {failure ? <ErrorAlert error={failure} {...(again && { retry: again })} /> : null}
    </div>
  );
}
