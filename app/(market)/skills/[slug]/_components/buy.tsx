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
  /** Whether there is a trial, which needs a verified email. */
  isUnverified: boolean;
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
export function BuyButton({ interval, isUnverified, balance, confirmAbove, label, ...offered }: BuyProps) {
  const { slug, name, price, renewsOn, trialDays } = offered;
  const isTrial = trialDays > 0 && price > 0;
  const now = isTrial ? 0 : price;
  const action = isTrial ? "Start free trial" : price === 0 ? "Get it free" : `Buy for ${dollars(price)}`;
  const { available } = useQuery({ ...walletQueries.balance, initialData: balance }).data;
  const { ask, buy, dialog, again, isBusy, isDone, failure } = useBuy(offered, {
    question: {
      title: isTrial ? `Try ${name} free?` : `Buy ${name}?`,
      action,
      isDangerous: false,
      children: <ChargeFacts amount={now} available={available} renewal={renewalText(price, interval, renewsOn)} />,
    },
  });
  // The amount is the one with a promotion code, which the wallet does not know.
  const back = hrefOf("/wallet", { skill: slug, amount: price - available });
  const renewal = isTrial
    ? `Free until ${renewsOn}, then ${dollars(price)} every ${interval}. Cancel anytime.`
    : `Renews ${renewsOn}, cancel anytime.`;
  if (available < now && !isDone) {
    return (
      <div className="grid gap-1.5">
        <Link href={back} className={buttonStyle({ variant: "primary", size: "lg" })}>
          Top up to buy
        </Link>
        <p className="text-xs text-muted">
          {dollars(price - available)} more needed. {renewal}
        </p>
        {isUnverified && <VerifyFirst />}
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <Button
        variant="primary"
        size="lg"
        onClick={() => (isTrial || price > confirmAbove ? ask() : void buy())}
        disabled={isBusy}
      >
        {isBusy ? (isTrial ? "Starting…" : "Buying…") : (label ?? action)}
      </Button>
      {/* As tall as the note that replaces it after the purchase, so that the page does not move. */}
      <p className="min-h-9 text-xs text-muted">
        {renewal} {price > 0 && `Balance after: ${dollars(isDone ? available : available - now)}.`}
      </p>
      {isUnverified && <VerifyFirst />}
      {dialog}
      {failure ? <ErrorAlert error={failure} {...(again && { retry: again })} /> : null}
    </div>
  );
}

function VerifyFirst() {
  return (
    <p className="text-xs text-muted">
      <Link href="/settings" className="underline">
        Verify your email
      </Link>{" "}
      to start with the free trial.
    </p>
  );
}
