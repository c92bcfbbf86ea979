import type { SeedSkill } from "@/prisma/seed/types";

const monthly = (price: number) =>
  ({ pricing_type: "subscription", price, subscription_interval: "month" }) as const;
const perDownload = (price_per_call: number, free_calls = 0) =>
  ({ pricing_type: "usage", price_per_call, free_calls }) as const;

/** Skills that are not on the marketplace (yet): what administrators and their developers see. */
export const WAITING_SKILLS: SeedSkill[] = [
  {
    publisher: "tabular",
    slug: "spreadsheet-auditor",
    name: "Spreadsheet auditor",
    category: "finance",
    ...monthly(18),
    state: "pending",
    description: "Finds hard-coded numbers, broken ranges and inconsistent formulas in workbooks.",
    about: "Works on exported formulas; never changes the workbook.",
    guide: [
      "Export formulas of all sheets.",
      "Compare each formula with its neighbours.",
      "List constants inside formulas.",
      "Trace totals to their inputs.",
      "Rank findings by the money that depends on them.",
    ],
  },
  {
    publisher: "harbour",
    slug: "dependency-risk-report",
    name: "Dependency risk report",
    category: "security",
    ...perDownload(6),
    state: "pending",
    description: "Ranks the dependencies of a project by maintenance, reach and known weaknesses.",
    about: "Reads lockfiles; asks before it looks anything up.",
    guide: [
      "Read the lockfile.",
      "Group by direct and transitive.",
      "Check maintenance signals.",
      "Rank by reach and risk.",
      "Propose replacements for the top three.",
    ],
  },
  {
    publisher: "clearpage",
    slug: "headline-tester",
    name: "Headline tester",
    category: "marketing",
    state: "pending",
    description: "Measures how easy a headline and its text are to read, before it is published.",
    about: "The reading ease of the text below a headline predicts how far people scroll.",
    tool: "readability",
    pricing_type: "usage",
    price_per_call: 0.006,
    free_calls: 3,
  },
  {
    publisher: "lindqvist",
    slug: "growth-hacker-pro",
    name: "Growth hacker PRO",
    category: "marketing",
    ...monthly(99),
    state: "rejected",
    rejection_reason:
      'The description promises results ("10x your followers") that nothing in the package does. Say what the skill does, and submit it again.',
    description: "10x your followers in a week.",
    about: "It writes posts.",
    guide: ["Write ten posts a day.", "Post them."],
  },
  {
    publisher: "okafor",
    slug: "icon-set-review",
    name: "Icon set review",
    category: "design",
    ...monthly(4),
    state: "draft",
    description: "Checks an icon set for weight, grid and metaphor.",
    about: "Notes for a first version.",
    guide: ["Lay all icons on one grid.", "Compare stroke weights.", "Name metaphors that mean two things."],
  },
];
