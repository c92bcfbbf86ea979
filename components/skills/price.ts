import { credits } from "@/components/ui/format";
import type { SkillView } from "@/lib/skills/schemas";

type Terms = Pick<
  SkillView,
  "pricing_type" | "price" | "price_per_call" | "subscription_interval" | "free_calls"
>;

/** What a skill costs, in few words: "5 credits / month", "0.02 / call, 10 free". */
export function priceText({
  pricing_type,
  price,
  price_per_call,
  subscription_interval,
  free_calls,
}: Terms): string {
  if (pricing_type === "subscription")
    return price
      ? `${credits(price)} ${price === 1 ? "credit" : "credits"} / ${subscription_interval ?? "month"}`
      : "Free";
  if (!price_per_call) return "Free";
  return `${credits(price_per_call)} / call${free_calls ? `, ${free_calls} free` : ""}`;
}
