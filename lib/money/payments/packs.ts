/** The credit packs; 1 US dollar is 1 credit, always. */
export const PACKS = [
  { pack_id: "credits-10", name: "10 credits", credits: 10, price: 10, currency: "usd" },
  { pack_id: "credits-25", name: "25 credits", credits: 25, price: 25, currency: "usd" },
  { pack_id: "credits-50", name: "50 credits", credits: 50, price: 50, currency: "usd" },
  { pack_id: "credits-100", name: "100 credits", credits: 100, price: 100, currency: "usd" },
  { pack_id: "credits-250", name: "250 credits", credits: 250, price: 250, currency: "usd" },
] as const;
