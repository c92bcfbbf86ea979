"use client";

import { BuyButton, type BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { PromotionCode } from "@/components/skills/promotion-code";
import { usePromotionCode } from "@/components/skills/use-promotion-code";

/** Buys a subscription at the price of the code that is applied elsewhere on the page, if there is one. */
export function BuyHere(props: BuyProps) {
  const { applied } = usePromotionCode(props.slug);
  return <Buy {...props} applied={applied} />;
}

/** Buys a subscription, with a promotion code when the buyer has one: its price is asked for before it is paid. */
export function BuyWithCode(props: BuyProps) {
  const promotion = usePromotionCode(props.slug, props.plan);
  return (
    <div className="grid gap-1.5">
      <Buy {...props} applied={promotion.applied} />
      <PromotionCode promotion={promotion} />
    </div>
  );
}

type Applied = ReturnType<typeof usePromotionCode>["applied"];

function Buy({ applied, ...props }: BuyProps & { applied: Applied }) {
  return (
    <BuyButton key={applied?.code ?? ""} {...props} {...(applied && { price: applied.price, code: applied.code })} />
  );
}
