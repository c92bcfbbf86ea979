import { randomOf } from "@/prisma/seed/random";
import { REVIEWS } from "@/prisma/seed/reviews";
import { SKILLS } from "@/prisma/seed/skills";

/** How long the demo has existed, in days. */
export const HISTORY_DAYS = 90;
/** Skills that came later than all others, by the days since. */
export const NEWCOMERS: Record<string, number> = {
  "inbox-triage": 4,
  "video-chapter-planner": 9,
  "alt-text-writer": 14,
  "newsletter-editor": 21,
  "accessible-copy": 30,
  "qr-code-svg": 60,
};

/** Consumers who buy and call, and write nothing. */
export const BUYERS: Record<string, { name: string; email: string }> = Object.fromEntries(
  [
    "Lena Fischer",
    "Marcus Hale",
    "Ines Duarte",
    "Tomasz Wilk",
    "Noor Haddad",
    "Elif Kaya",
    "Owen Price",
    "Sara Lund",
  ].map((name) => [
    name.split(" ")[0]?.toLowerCase() ?? "",
    { name, email: `${name.replace(" ", ".").toLowerCase()}@example.com` },
  ]),
);

/** Days ago, with the time of day as its fraction. */
type DaysAgo = number;
export type TopUp = { ago: DaysAgo; by: string; dollars: number };
export type Purchase = { ago: DaysAgo; by: string; skill: string; renews: boolean; refundedAgo: DaysAgo | null };
export type Call = { ago: DaysAgo; by: string; skill: string; code: string | null; ms: number };
export type Plan = {
  topUps: TopUp[];
  purchases: Purchase[];
  calls: Call[];
  views: { skill: string; ago: number; count: number }[];
};

/** How popular an API is, and how long it takes in the middle, in milliseconds. */
const APIS: Record<string, { weight: number; ms: number }> = {
  "text-statistics": { weight: 10, ms: 42 },
  "unit-conversion": { weight: 9, ms: 18 },
  "json-diff": { weight: 8, ms: 65 },
  "csv-to-json": { weight: 6, ms: 120 },
  "readability-score": { weight: 4, ms: 88 },
  "qr-code-svg": { weight: 4, ms: 54 },
  "colour-contrast-checker": { weight: 3, ms: 12 },
  "label-printer-codes": { weight: 2, ms: 140 },
  "accessible-copy": { weight: 2, ms: 380 },
  "colour-palette-fixer": { weight: 1, ms: 210 },
};
/** Subscriptions to APIs: since when, and from which day on their calls lie in the running term. */
const API_TERMS: Record<string, { ago: number; callsFrom: number; ms: number; by: string[] }> = {
  "summary-statistics": { ago: 70, callsFrom: 7, ms: 95, by: ["priya", "lena"] },
  "cron-explained": { ago: 87, callsFrom: 2, ms: 22, by: ["teo", "samuel"] },
  "slug-maker": { ago: 80, callsFrom: 79, ms: 15, by: ["mara", "owen"] },
};
const CALLERS: Record<string, number> = {
  demo: 8,
  ...{ mara: 6, teo: 6, priya: 4, jonas: 4, aiko: 3, samuel: 5 },
  ...Object.fromEntries(Object.keys(BUYERS).map((key, at) => [key, 1 + (at % 3)])),
};
/** What fails of a hundred calls, and how. */
const FAILURES: [code: string | null, percent: number][] = [
  ["upstream_failed", 0.9],
  ["upstream_timeout", 0.3],
  ["upstream_refused", 1.2],
  [null, 97.6],
];

const live = SKILLS.filter(({ state }) => !state);
const isSold = (slug: string) => live.some((skill) => skill.slug === slug && skill.pricing_type === "subscription");
const ageOf = (slug: string) => NEWCOMERS[slug] ?? HISTORY_DAYS;

/** What happened in the demo before it began: the same every time. */
export function planOf(): Plan {
  const random = randomOf(31);
  const purchases = planPurchases(random);
  return { topUps: planTopUps(random), purchases, calls: planCalls(random), views: planViews(random, purchases) };
}

/** A time of day at which people work, as a part of a day. */
const workingHour = (random: () => number) => (7 + 12 * ((random() + random()) / 2)) / 24;

function pick<T>(random: () => number, weights: [T, number][]): T {
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of weights) {
    left -= weight;
    if (left < 0) return value;
  }
  return (weights.at(-1) as [T, number])[0];
}

function planTopUps(random: () => number): TopUp[] {
  const demo = [89, 62, 33, 12].map((day, at) => ({ ago: day - 0.4, by: "demo", dollars: [25, 10, 50, 10][at] ?? 10 }));
  const others = Object.keys(CALLERS).filter((by) => by !== "demo");
  return [
    ...demo,
    ...others.flatMap((by) =>
      [88, 58, 27].map((day) => ({
        ago: day - random() * 8,
        by,
        dollars: [25, 50, 100][Math.floor(random() * 3)] ?? 25,
      })),
    ),
  ];
}

function planPurchases(random: () => number): Purchase[] {
  const reviewed = REVIEWS.filter(({ skill }) => isSold(skill)).map(({ by, skill }) => ({ by, skill }));
  const buyers = ["demo", "demo", ...Object.keys(BUYERS)];
  const others = live
    .filter(({ slug }) => isSold(slug) && !API_TERMS[slug])
    .flatMap(({ slug }) =>
      [0, 1, 2].map(() => ({ skill: slug, by: buyers[Math.floor(random() * buyers.length)] ?? "demo" })),
    )
    // The README's tour buys it.
    .filter(({ skill, by }) => random() < 0.5 && !(by === "demo" && skill === "meeting-minutes"));
  const wanted = [...reviewed, ...others].filter(
    (one, at, all) =>
      !API_TERMS[one.skill] && all.findIndex(({ by, skill }) => by === one.by && skill === one.skill) === at,
  );
  const apis = Object.entries(API_TERMS).flatMap(([skill, { ago, by }]) =>
    by.map((buyer) => ({ ago: ago - 0.5, by: buyer, skill, renews: true, refundedAgo: null })),
  );
  return [
    ...apis,
    ...wanted.map(({ by, skill }, at) => {
      const ago = Math.max(1, ageOf(skill) - 1) * (0.08 + 0.9 * random()) + 0.5;
      const isRefunded = at % 17 === 5 && ago > 6;
      return { ago, by, skill, renews: random() < 0.55, refundedAgo: isRefunded ? ago - 2.3 : null };
    }),
  ];
}

function planCalls(random: () => number): Call[] {
  const calls: Call[] = [];
  for (let day = HISTORY_DAYS - 1; day >= 1; day--) {
    const isBusy = (day + 3) % 7 > 1;
    const count = Math.round(
      (10 + (24 * (HISTORY_DAYS - day)) / HISTORY_DAYS) * (isBusy ? 1 : 0.45) * (0.8 + random() * 0.4),
    );
    for (let call = 0; call < count; call++) calls.push(planCall(random, day));
    for (const [skill, { callsFrom, by, ms }] of Object.entries(API_TERMS))
      if (day <= callsFrom && random() < 0.6)
        calls.push({ ...callOf(random, day, { skill, ms }), by: by[Math.floor(random() * by.length)] ?? "" });
  }
  return calls.sort((one, other) => other.ago - one.ago);
}

function planCall(random: () => number, day: number): Call {
  const offered = Object.entries(APIS).filter(([slug]) => ageOf(slug) > day);
  const skill = pick(
    random,
    offered.map(([slug, { weight }]): [string, number] => [slug, weight]),
  );
  return { ...callOf(random, day, { skill, ms: APIS[skill]?.ms ?? 50 }), by: pick(random, Object.entries(CALLERS)) };
}

function callOf(random: () => number, day: number, { skill, ms: middle }: { skill: string; ms: number }) {
  const code = pick(random, FAILURES);
  const spread = Math.exp((random() + random() + random() - 1.5) * 0.9);
  const ms = code === "upstream_timeout" ? 30_000 : Math.round(middle * spread);
  return { ago: day + 1 - workingHour(random), skill, code, ms };
}

/** Views of pages: more where more was bought, and of what is new. */
function planViews(random: () => number, purchases: Purchase[]): Plan["views"] {
  return live.flatMap(({ slug }) => {
    const sold = purchases.filter(({ skill }) => skill === slug).length;
    const interest = 1.5 + sold * 1.2 + (APIS[slug]?.weight ?? 0);
    return Array.from({ length: Math.floor(ageOf(slug)) }, (_, day) => ({
      skill: slug,
      ago: day,
      count: Math.round(interest * (0.4 + random()) * (1.2 - day / 180)),
    }));
  });
}
