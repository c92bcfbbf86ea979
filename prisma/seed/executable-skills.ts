import type { SeedSkill } from "@/prisma/seed/types";

/** Skills that the demo provider executes. */
export const EXECUTABLE_SKILLS: SeedSkill[] = [
  {
    publisher: "clearpage",
    slug: "text-statistics",
    name: "Text statistics",
    description:
      "Counts characters, words, sentences and paragraphs, estimates the reading time and lists the most frequent words.",
    category: "writing",
    about:
      "For editors and agents that work to a length. Words are found by Unicode's own rules, so every language works; the reading time assumes 238 words a minute.",
    tool: "text-statistics",
    pricing_type: "usage",
    price_per_call: 0.002,
    free_calls: 25,
  },
  {
    publisher: "clearpage",
    slug: "readability-score",
    name: "Readability score",
    description:
      "Flesch reading ease and Flesch-Kincaid grade of an English text, with the figures that they are made of.",
    category: "writing",
    about:
      "Tells whether a text suits its readers. Made for English: the syllable rules know no other language.",
    tool: "readability",
    pricing_type: "usage",
    price_per_call: 0.004,
    free_calls: 10,
  },
  {
    publisher: "lindqvist",
    slug: "unit-conversion",
    name: "Unit conversion",
    description:
      "Converts lengths, masses, volumes, times, areas, amounts of data and temperatures, with exact factors.",
    category: "productivity",
    about:
      "Factors are the legal ones (an inch is exactly 25.4 mm). Units that do not measure the same are refused, so a mistake never becomes a number.",
    tool: "unit-conversion",
    pricing_type: "usage",
    price_per_call: 0.001,
    free_calls: 100,
  },
  {
    publisher: "lindqvist",
    slug: "qr-code-svg",
    name: "QR code as SVG",
    description:
      "Makes a QR code from a link or a text as a scalable SVG, with the error correction that you choose.",
    category: "media",
    about: "The SVG has no fixed size and prints at any. Up to 1,000 characters.",
    tool: "qr-svg",
    pricing_type: "usage",
    price_per_call: 0.01,
    free_calls: 5,
  },
  {
    publisher: "okafor",
    slug: "colour-contrast-checker",
    name: "Colour contrast checker",
    description:
      "The WCAG contrast ratio of two colours, and whether it passes AA and AAA for small and large text.",
    category: "design",
    about: "Uses the relative luminance of WCAG 2.2. Takes #rgb and #rrggbb.",
    tool: "colour-contrast",
    pricing_type: "usage",
    price_per_call: 0,
    free_calls: 0,
  },
  {
    publisher: "tabular",
    slug: "csv-to-json",
    name: "CSV to JSON",
    description:
      "Reads CSV as RFC 4180 has it, quotes and line breaks inside fields included, and answers records with typed values.",
    category: "data",
    about: "Numbers become numbers only when they print the same again: identifiers such as 007 stay text.",
    tool: "csv-to-json",
    pricing_type: "usage",
    price_per_call: 0.02,
    free_calls: 10,
  },
  {
    publisher: "tabular",
    slug: "summary-statistics",
    name: "Summary statistics",
    description: "Mean, median, quartiles, range and standard deviation of a list of numbers.",
    category: "data",
    about: "Quartiles are interpolated linearly; the deviation is the sample's (n - 1).",
    tool: "summary-statistics",
    pricing_type: "subscription",
    price: 3,
    subscription_interval: "month",
  },
  {
    publisher: "northwind",
    slug: "json-diff",
    name: "JSON diff",
    description:
      "Compares two JSON values and lists every addition, removal and replacement with its JSON Pointer.",
    category: "developer-tools",
    about: "For reviews of configuration and API answers. Lists are compared position by position.",
    tool: "json-diff",
    pricing_type: "usage",
    price_per_call: 0.005,
    free_calls: 20,
  },
  {
    publisher: "northwind",
    slug: "cron-explained",
    name: "Cron explained",
    description: "Says in words when a cron expression runs, and names its next five runs in UTC.",
    category: "devops",
    about:
      "Five fields, names of months and days, ranges, lists and steps. When both days are restricted, either one counts, as cron has always done.",
    tool: "cron-explanation",
    pricing_type: "subscription",
    price: 1.5,
    subscription_interval: "week",
  },
  {
    publisher: "hana",
    slug: "slug-maker",
    name: "Slug maker: clean web addresses from titles in any European language",
    description:
      "Turns a title into a web address: umlauts and accents are written out, everything else becomes hyphens.",
    category: "marketing",
    about: "German umlauts become ae, oe and ue, as readers expect; other accents lose their marks.",
    tool: "slugify",
    pricing_type: "subscription",
    price: 12,
    subscription_interval: "year",
  },
];
