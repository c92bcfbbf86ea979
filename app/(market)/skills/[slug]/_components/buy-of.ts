import type { BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { dayText } from "@/lib/interfaces/client/renewal";
import type { Balance } from "@/lib/money/ledger/schemas";
import { termEnd } from "@/lib/supply/skills/intervals";

/** What a viewer has to buy before they can use a skill; null for nothing, and for a visitor. */
export function buyOf(
  { slug, name, price, subscription_interval, access }: PageSkill,
  balance: Balance | null,
  confirmAbove: number,
): BuyProps | null {
  if (!balance || access.reason !== "none" || price === null) return null;
  const interval = subscription_interval ?? "month";
  return {
    slug,
    name,
    price,
    interval,
    renewsOn: dayText(termEnd(new Date(), interval)),
    balance,
    confirmAbove,
  };
}
