/** The terms of a subscription by the month. */
export const monthly = (price: number) =>
  ({ pricing_type: "subscription", price, subscription_interval: "month" }) as const;

/** The terms of a package that is paid by the download. */
export const perDownload = (price_per_call: number, free_calls = 0) =>
  ({ pricing_type: "usage", price_per_call, free_calls }) as const;
