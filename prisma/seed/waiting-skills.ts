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
    publisher: "hana",
    slug: "menu-translation",
    name: "Speisekarten übersetzen",
    category: "language",
    ...monthly(4.5),
    state: "pending",
    description:
      "Übersetzt Speisekarten ins Englische, Französische und Japanische, mit Allergenen und ohne erfundene Zutaten.",
    about:
      "Für Gasthäuser, deren Gäste fragen, was Tafelspitz ist. Allergene werden übernommen, nie geraten; was auf der Karte fehlt, fragt die Skill nach.",
    guide: [
      "Jede Zeile in Gericht, Beilagen, Allergene und Preis trennen.",
      "Eigennamen stehen lassen und in einem kurzen Satz erklären.",
      "Allergene unverändert übernehmen und fehlende als Frage zurückgeben.",
      "Preise und Reihenfolge nicht anfassen.",
      "Beide Fassungen nebeneinander zeigen.",
    ],
  },
  {
    publisher: "northwind",
    slug: "config-change-report",
    name: "Configuration change report",
    category: "devops",
    state: "pending",
    description:
      "Compares the configuration of two environments and lists what differs, with a guide for telling drift from intent.",
    about:
      "The endpoint compares, the package teaches an agent which differences matter. Secrets belong in a store, not in the comparison: remove them first.",
    tool: "json-diff",
    guide: [
      "Remove secrets from both sides and say which keys were removed.",
      "Compare the two values through the endpoint.",
      "Sort the changes into intended, drift and unknown.",
      "Name the owner of every unknown change.",
      "Propose one change that brings each drift back.",
    ],
    pricing_type: "usage",
    price_per_call: 0.008,
    free_calls: 10,
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
  {
    publisher: "brandt",
    slug: "mahnwesen",
    name: "Mahnwesen in drei Stufen",
    category: "finance",
    ...monthly(7),
    state: "draft",
    description:
      "Entwirft Zahlungserinnerungen, freundlich zuerst, und rechnet Verzugszinsen nach § 288 BGB.",
    about: "Entwurf: Der Basiszinssatz muss noch als Angabe dazukommen.",
    guide: [
      "Fälligkeit und Zahlungseingang prüfen.",
      "Stufe nach verstrichenen Tagen wählen.",
      "Zinsen mit dem genannten Basiszinssatz rechnen.",
    ],
  },
];
