/** The fixed list of categories; a skill belongs to exactly one. */
export const CATEGORIES = [
  { slug: "data", title: "Data & analytics", description: "Query, clean, convert and summarise data." },
  { slug: "writing", title: "Writing & editing", description: "Draft, edit, shorten and check texts." },
  { slug: "developer-tools", title: "Developer tools", description: "Write, review, test and ship code." },
  {
    slug: "devops",
    title: "DevOps & infrastructure",
    description: "Deploy, schedule, watch and repair systems.",
  },
  { slug: "security", title: "Security", description: "Find weaknesses, check secrets, judge risk." },
  { slug: "design", title: "Design", description: "Colour, layout, images and accessibility." },
  { slug: "media", title: "Images, audio & video", description: "Make, convert and describe media." },
  {
    slug: "productivity",
    title: "Productivity",
    description: "Calendars, notes, documents and everyday work.",
  },
  { slug: "finance", title: "Finance", description: "Invoices, budgets, markets and taxes." },
  {
    slug: "marketing",
    title: "Marketing & sales",
    description: "Campaigns, search ranking, leads and copy.",
  },
  { slug: "research", title: "Research", description: "Find, read, cite and compare sources." },
  {
    slug: "language",
    title: "Language & translation",
    description: "Translate, transliterate and teach languages.",
  },
  { slug: "education", title: "Education", description: "Explain, practise and grade." },
  {
    slug: "customer-support",
    title: "Customer support",
    description: "Answer, route and learn from requests.",
  },
] as const;

export type CategorySlug = (typeof CATEGORIES)[number]["slug"];
