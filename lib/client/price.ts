import { credits } from "@/lib/client/format";
import type { SkillView } from "@/lib/skills/schemas";

type Terms = Pick<
  SkillView,
  "pricing_type" | "price" | "price_per_call" | "subscription_interval" | "free_calls" | "execution_type"
>;

/** What a skill costs, in few words: "5 credits / month", "0.02 credits / call, 10 free". */
export function priceText({
  pricing_type,
  price,
  price_per_call,
  subscription_interval,
  free_calls,
  execution_type,
}: Terms): string {
  const [amount, unit] =
    pricing_type === "subscription"
      ? [price, subscription_interval ?? "month"]
      : [price_per_call, execution_type === "download" ? "download" : "call"];
  if (!amount) return "Free";
  const free = pricing_type === "usage" && free_calls ? `, ${free_calls} free` : "";
  return `${credits(amount)} ${amount === 1 ? "credit" : "credits"} / ${unit}${free}`;
}
