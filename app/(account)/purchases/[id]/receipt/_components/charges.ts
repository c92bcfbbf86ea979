/** What each kind of movement is called on a receipt. */
export const CHARGES: Record<string, string> = {
  purchase: "Subscription, first term",
  renewal: "Subscription, renewal",
  purchase_refund: "Refund",
};
