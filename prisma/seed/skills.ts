import type { Interval } from "@/lib/supply/skills/intervals";
import skills from "@/prisma/seed/skills.json" with { type: "json" };

export const CATEGORY_SLUGS = [
  "data",
  "writing",
  "developer-tools",
  "devops",
  "security",
  "design",
  "media",
  "productivity",
  "finance",
  "marketing",
  "research",
  "language",
  "education",
  "customer-support",
] as const;

type Pricing =
  | { pricing_type: "usage"; price_per_call: number; free_calls?: number }
  | { pricing_type: "subscription"; price: number; subscription_interval: Interval };

/** A skill of the demo. One with a `tool` is executable; one with `guide` has a package that is made from it. */
export type SeedSkill = {
  publisher: string;
  slug: string;
  name: string;
  description: string;
  category: (typeof CATEGORY_SLUGS)[number];
  /** Two or three sentences for the readme: whom it helps, and where it ends. */
  about: string;
  /** Path of the demo provider's tool that does the work. */
  tool?: string;
  /** What the agent does, step by step; the body of the package's SKILL.md. */
  guide?: string[];
  state?: "pending" | "rejected" | "draft";
  rejection_reason?: string;
} & Pricing;

/** The skills of the demo, which `tests/unit/demo/seed.test.ts` checks as a form would; the newest lead a list without popularity. */
export const SKILLS = skills as SeedSkill[];
