import type { BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { renewsOn } from "@/lib/interfaces/client/renewal";
import type { Balance } from "@/lib/money/ledger/schemas";

/** What a viewer has to buy before they can use a skill; null for nothing, and for a visitor. */
export function buyOf(
  { slug, name, price, subscription_interval, trial_days, access }: PageSkill,
  balance: Balance | null,
  confirmAbove: number,
): BuyProps | null {
  if (!balance || access.reason !== "none" || price === null) return null;
  const interval = subscription_interval ?? "month";
  const trialDays = access.trial === "available" ? trial_days : 0;
  return {
    slug,
    name,
    price,
    interval,
    trialDays,
    isUnverified: access.trial === "unverified",
    renewsOn: renewsOn(interval, trialDays),
    balance,
    confirmAbove,
  };
}
