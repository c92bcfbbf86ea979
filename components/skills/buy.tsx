"use client";

import { useState } from "react";
import { ApiError, callApi } from "@/components/ui/api";
import { Button, buttonStyle } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { credits } from "@/components/ui/format";
import { notifyNext } from "@/components/ui/notify";

type Props = { slug: string; price: number; available: number };

/** Buys a subscription at the price that is shown, or leads to the wallet when credits are short. */
export function BuyButton({ slug, price, available }: Props) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  // One key for every click on this button: a double click is one purchase.
  const [key] = useState(() => crypto.randomUUID());
  const back = `/wallet?next=${encodeURIComponent(`/skills/${slug}`)}`;
  const buy = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await callApi(`/v1/skills/${slug}/purchase`, {
        method: "POST",
        body: { max_price: price },
        idempotencyKey: key,
      });
      notifyNext(`Bought for ${credits(price)} credits.`);
      window.location.reload();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const isShort =
    available < price || (failure instanceof ApiError && failure.code === "insufficient_credits");
  if (isShort) {
    return (
      <div className="grid gap-1.5">
        <a href={back} className={buttonStyle({ look: "primary", size: "lg" })}>
          Top up {credits(Math.max(0, price - available))} credits
        </a>
        <p className="text-xs text-muted">
          You have {credits(available)} of {credits(price)} credits.
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <Button look="primary" size="lg" onClick={buy} disabled={isBusy}>
        {isBusy ? "Buying…" : `Buy for ${credits(price)} credits`}
      </Button>
      <p className="text-xs text-muted">Balance afterwards: {credits(available - price)}</p>
      {failure ? <Failure error={failure} /> : null}
    </div>
  );
}
