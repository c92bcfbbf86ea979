"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { PromotionCode } from "@/components/skills/promotion-code";
import { type Offered, useBuy } from "@/components/skills/use-buy";
import { usePromotionCode } from "@/components/skills/use-promotion-code";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Link } from "@/components/ui/link";
import { useNavigate } from "@/components/ui/navigation";
import { renewalText } from "@/lib/interfaces/client/renewal";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import { dollars } from "@/lib/platform/core/dollars";

const POLL_MS = 1_500;
/** States of a payment that nothing follows. */
const ENDED = ["paid", "expired"];

/** The skill that a payment was for: where it is used, and how it is offered when it has to be bought first. */
export type Purpose = {
  href: string;
  interval: string;
  offered: Offered | null;
  available: number;
};

/** After the checkout: waits until the credits have really arrived, shows them everywhere, and goes on with the skill. */
export function Arrival({ orderId, purpose }: { orderId: string; purpose: Purpose | null }) {
  const [client, router] = [useQueryClient(), useRouter()];
  const { data: order, error } = useQuery({
    ...walletQueries.order(orderId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === null || ENDED.includes(state.data?.state ?? "") ? false : POLL_MS),
  });
  const isPaid = order?.state === "paid";
  useEffect(() => {
    if (!isPaid) return;
    void client.invalidateQueries({ queryKey: walletQueries.balance.queryKey });
    router.refresh();
  }, [isPaid, client, router]);
  return (
    <div className="mb-6 grid gap-3 rounded-lg border border-line bg-accent-soft px-4 py-3 text-accent-ink">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 wrap-anywhere">
          {error && !order
            ? "We can't reach the marketplace right now. Your payment is safe; this page keeps checking."
            : arrivalText(order)}
        </p>
        {isPaid && (
          <Link className={buttonStyle()} href={purpose?.href ?? "/wallet"}>
            {purpose ? "Back to the skill" : "To the wallet"}
          </Link>
        )}
      </div>
      {isPaid && purpose?.offered && (
        <BuyNow
          offered={purpose.offered}
          interval={purpose.interval}
          available={purpose.available}
          href={purpose.href}
        />
      )}
    </div>
  );
}

/** What became of a payment; `null` is one that the account does not have, `undefined` one that is still read. */
function arrivalText(
  order: { state: string; credits: number; skill: { name: string } | null } | null | undefined,
): string {
  if (order === undefined) return "Checking your payment…";
  if (order === null) return "We don't know this payment. Your payments are listed below.";
  const purpose = order.skill ? ` for ${order.skill.name}` : "";
  if (order.state === "paid") return `${dollars(order.credits)} added${purpose}.`;
  if (order.state === "failed") return "The payment failed; nothing was charged.";
  if (order.state === "expired") return "The checkout was closed; nothing was charged.";
  return "Your payment is pending. This page shows it when it arrives.";
}

type BuyProps = { offered: Offered; interval: string; available: number; href: string };

/**
 * Makes the purchase that the credits were bought for, at the price of its promotion code if there is one. All that a
 * confirmation says is beside the button.
 */
function BuyNow({ offered, ...rest }: BuyProps) {
  const promotion = usePromotionCode(offered.slug);
  const { applied } = promotion;
  const { name } = offered;
  const price = applied?.price ?? offered.price;
  // Until the page has been read again, its balance is the one before the payment.
  if (rest.available < price) return null;
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4 text-sm text-fg">
      <h2 className="font-semibold wrap-anywhere">Buy {name}</h2>
      <Purchase
        key={applied?.code ?? ""}
        offered={{ ...offered, ...(applied && { price, code: applied.code }) }}
        {...rest}
      />
      <PromotionCode promotion={promotion} />
    </div>
  );
}

function Purchase({ offered, interval, available, href }: BuyProps) {
  const navigate = useNavigate();
  const { buy, again, isBusy, failure } = useBuy(offered, { onBought: () => navigate(href) });
  const { price, renewsOn } = offered;
  return (
    <>
      <ChargeFacts amount={price} available={available} renewal={renewalText(price, interval, renewsOn)} />
      <div>
        <Button variant="primary" size="lg" disabled={isBusy} onClick={() => void buy()}>
          {isBusy ? "Buying…" : `Buy for ${dollars(price)}`}
        </Button>
      </div>
      {failure ? <ErrorAlert error={failure} {...(again && { retry: again })} /> : null}
    </>
  );
}
