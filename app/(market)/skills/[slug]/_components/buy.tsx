"use client";

import { useQuery } from "@tanstack/react-query";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { type Offered, useBuy } from "@/components/skills/use-buy";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { renewalText } from "@/lib/interfaces/client/renewal";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { Balance } from "@/lib/money/ledger/schemas";
import { dollars } from "@/lib/platform/core/dollars";

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
  const { available } = useQuery({ ...walletQueries.balance, initialData: balance }).data;
  const { ask, buy, dialog, again, isBusy, isDone, failure } = useBuy(offered, {
    question: {
      title: `Buy ${name}?`,
      action: `Buy for ${dollars(price)}`,
      isDangerous: false,
      children: <ChargeFacts amount={price} available={available} renewal={renewalText(price, interval, renewsOn)} />,
    },
  });
  // The amount is the one with a promotion code, which the wallet does not know.
  const back = hrefOf("/wallet", { skill: slug, amount: price - available });
  const renewal = `Renews ${renewsOn}, cancel anytime.`;
  if (available < price && !isDone) {
    return (
      <div className="grid gap-1.5">
        <Link href={back} className={buttonStyle({ variant: "primary", size: "lg" })}>
          Top up to buy
        </Link>
        <p className="text-xs text-muted">
          You have {dollars(available)} of {dollars(price)}. {renewal}
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <Button variant="primary" size="lg" onClick={() => (price > confirmAbove ? ask() : void buy())} disabled={isBusy}>
        {isBusy ? "Buying…" : (label ?? `Buy for ${dollars(price)}`)}
      </Button>
      {/* As tall as the note that replaces it after the purchase, so that the page does not move. */}
      <p className="min-h-9 text-xs text-muted">
        {renewal} Balance after: {dollars(isDone ? available : available - price)}.
      </p>
      {dialog}
      {failure ? <ErrorAlert error={failure} {...(again && { retry: again })} /> : null}
    </div>
  );
}
