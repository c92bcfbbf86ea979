import { randomBytes } from "node:crypto";

/** A new id in Stripe's manner. */
export function sandboxId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** Now, as Stripe writes times. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);
