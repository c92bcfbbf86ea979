import { AppError } from "@/lib/core/errors";
import { formatCredits, type Micros, toCredits } from "@/lib/core/money";

/** Lets a use pass that costs no more than its caller agreed to, in micro-credits; null is any price. Throws price_changed. */
export function requireAgreed(price: Micros, most: Micros | null): void {
  if (most === null || price <= most) return;
  throw new AppError(
    "price_changed",
    `This costs ${formatCredits(price)} credits now, above your max_price. Nothing was charged.`,
    { param: "max_price", details: { price: toCredits(price) } },
  );
}
