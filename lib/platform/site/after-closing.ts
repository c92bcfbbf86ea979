/** What closing an account ends, deletes and keeps: the only list, which the settings and the privacy policy show. */
export const afterClosing = (years: number): [title: string, text: string][] => [
  ["Ends", "Every session and API key, immediately. Your renewals. Your skills leave the marketplace."],
  [
    "Deleted",
    "Your name, email, password, passkeys, two-factor authentication, profile, notifications and saved card.",
  ],
  [
    "Kept anonymously",
    "Accounting records (ledger, purchases, usage, payments), your reviews, skill versions buyers own, and the skills' slugs.",
  ],
  [
    `Kept for ${years} ${years === 1 ? "year" : "years"}`,
    "Names and addresses on bills that were issued to you, which bookkeeping law requires. Without your email.",
  ],
];
