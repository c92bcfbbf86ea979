/** The panels of the page, each with its title, from left to right and from top to bottom. */
export const PANELS = {
  brand: { title: "Brand", place: "left" },
  operator: { title: "Operator, on receipts", place: "left" },
  site: { title: "Site", place: "right" },
  prices: { title: "Fee and price rises", place: "right" },
  review: { title: "Review", place: "right" },
  legal: { title: "Terms and privacy", place: "below" },
} as const;
export type PanelName = keyof typeof PANELS;
