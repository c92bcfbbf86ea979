/** How often somebody of the demo calls a skill, and with what; without parameters, with those of its schema's examples. */
export type SeedCalls = { by: string; skill: string; times: number; parameters?: Record<string, unknown> };

const times: Record<string, Record<string, number>> = {
  demo: { "text-statistics": 3, "unit-conversion": 2, "json-diff": 1, "qr-code-svg": 1 },
  mara: { "text-statistics": 3, "readability-score": 1, "slug-maker": 2, "colour-contrast-checker": 2 },
  teo: { "json-diff": 3, "cron-explained": 2, "csv-to-json": 3, "unit-conversion": 1 },
  priya: { "summary-statistics": 3, "csv-to-json": 1, "text-statistics": 3 },
  jonas: { "csv-to-json": 3, "unit-conversion": 3, "qr-code-svg": 2 },
  aiko: { "readability-score": 3, "text-statistics": 2, "colour-palette-fixer": 1 },
  samuel: { "json-diff": 3, "cron-explained": 3, "label-printer-codes": 3, "accessible-copy": 1 },
};

/** What its developer's endpoint refuses, so that a success rate is not always 100 %: nobody pays for these. */
const refused: SeedCalls[] = [
  { by: "teo", skill: "unit-conversion", times: 1, parameters: { value: 3, from: "mile", to: "kg" } },
  {
    by: "jonas",
    skill: "unit-conversion",
    times: 1,
    parameters: { value: -300, from: "celsius", to: "fahrenheit" },
  },
  { by: "samuel", skill: "cron-explained", times: 1, parameters: { expression: "61 * * * *" } },
  { by: "mara", skill: "slug-maker", times: 1, parameters: { text: "…" } },
];

/** What people of the demo execute today, through the same service as everybody's; the calls before are in the history. */
export const CALLS: SeedCalls[] = [
  ...Object.entries(times).flatMap(([by, skills]) =>
    Object.entries(skills).map(([skill, count]) => ({ by, skill, times: count })),
  ),
  ...refused,
];
