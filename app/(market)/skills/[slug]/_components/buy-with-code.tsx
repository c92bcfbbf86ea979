"use client";

import { BuyButton, type BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { PromotionCode } from "@/components/skills/promotion-code";
import { usePromotionCode } from "@/components/skills/use-promotion-code";

/** Buys a subscription, with a promotion code when the buyer has one: its price is asked for before it is paid. */
export function BuyWithCode(props: BuyProps) {
  const promotion = usePromotionCode(props.slug);
  const { applied } = promotion;
  return (
    <div className="grid gap-1.5">
      <BuyButton
        key={applied?.code ?? ""}
        {...props}
        {...(applied && { price: applied.price, code: applied.code })}
      />
      <PromotionCode promotion={promotion} />
    </div>
  );
}
