import type { SeedSkill } from "@/prisma/seed/types";

/** Skills that are an endpoint and a package at once. */
export const COMBINED_SKILLS: SeedSkill[] = [
  {
    publisher: "clearpage",
    slug: "accessible-copy",
    name: "Accessible copy",
    category: "design",
    pricing_type: "usage",
    price_per_call: 0.05,
    free_calls: 5,
    description:
      "Rates a text for readability and brings the guide by which an agent makes it easier, step by step.",
    about: "The endpoint measures, the package tells the agent what to do about it. English only.",
    tool: "readability",
    guide: [
      "Measure the text and note the grade.",
      "Shorten the longest sentence first.",
      "Replace words of four syllables where a shorter one says the same.",
      "Measure again; stop at grade eight or when meaning would suffer.",
    ],
  },
  {
    publisher: "tabular",
    slug: "csv-doctor",
    name: "CSV doctor",
    category: "data",
    pricing_type: "subscription",
    price: 6,
    subscription_interval: "month",
    description:
      "Parses broken exports, says what is wrong with them, and teaches agents to repair the source instead of the copy.",
    about:
      "Parsing runs on our side; the guide covers encodings, separators and dates that changed their mind halfway.",
    tool: "csv-to-json",
    guide: [
      "Parse with the separator that gives equally long records.",
      "List records that are longer or shorter, with their line.",
      "Name the encoding; never guess twice.",
      "Report how the export should be made instead.",
    ],
  },
  {
    publisher: "okafor",
    slug: "colour-palette-fixer",
    name: "Colour palette fixer",
    category: "design",
    pricing_type: "usage",
    price_per_call: 0.02,
    free_calls: 20,
    description:
      "Checks a pair of colours and, with its guide, moves the failing one as little as needed to pass.",
    about: "The endpoint measures WCAG contrast; the guide keeps hue and character.",
    tool: "colour-contrast",
    guide: [
      "Measure every pair in use.",
      "Move lightness first, then chroma, never hue.",
      "Stop at the first value that passes.",
      "Show both side by side in context.",
    ],
  },
  {
    publisher: "lindqvist",
    slug: "label-printer-codes",
    name: "Shelf labels with codes",
    category: "productivity",
    pricing_type: "usage",
    price_per_call: 0.01,
    free_calls: 50,
    description:
      "Makes scannable codes for shelf and asset labels, with a guide for sizes, materials and a naming scheme.",
    about: "The SVG prints at any size; the guide saves the second print run.",
    tool: "qr-svg",
    guide: [
      "Agree on a naming scheme before the first label.",
      "Keep codes under forty characters.",
      "Print at least 15 mm wide, on matte stock.",
      "Scan every tenth label with an old phone.",
    ],
  },
  {
    publisher: "tabular",
    slug: "experiment-readout",
    name: "Experiment readout",
    category: "data",
    pricing_type: "subscription",
    price: 16,
    subscription_interval: "month",
    description: "Reads an A/B test as it was planned: sample, effect with its interval, and what to decide.",
    about: "Refuses to look for subgroups that were not planned.",
    tool: "summary-statistics",
    guide: [
      "Ask for the plan: metric, size, stopping rule.",
      "Check that the groups were really random.",
      "Compute the effect with its interval.",
      "Decide by the rule that was fixed.",
      "List what the test cannot say.",
    ],
  },
];
