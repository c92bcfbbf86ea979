/** How often somebody of the demo calls a skill, and with what; without parameters, with those of its schema's examples. */
export type SeedCalls = { by: string; skill: string; times: number; parameters?: Record<string, unknown> };

const times: Record<string, Record<string, number>> = {
  demo: { "text-statistics": 6, "unit-conversion": 9, "json-diff": 4, "qr-code-svg": 2 },
  mara: { "text-statistics": 30, "readability-score": 14, "slug-maker": 9, "colour-contrast-checker": 8 },
  teo: { "json-diff": 28, "cron-explained": 5, "csv-to-json": 12, "unit-conversion": 7 },
  priya: { "summary-statistics": 16, "csv-to-json": 14, "text-statistics": 11 },
  jonas: { "csv-to-json": 9, "unit-conversion": 21, "qr-code-svg": 8 },
  aiko: { "readability-score": 6, "text-statistics": 8, "colour-palette-fixer": 4 },
  samuel: { "json-diff": 17, "cron-explained": 6, "label-printer-codes": 12, "accessible-copy": 5 },
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

/** What people of the demo have executed: real calls, through the same service as everybody's. */
export const CALLS: SeedCalls[] = [
  ...Object.entries(times).flatMap(([by, skills]) =>
    Object.entries(skills).map(([skill, count]) => ({ by, skill, times: count })),
  ),
  ...refused,
];
