import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { NotCompared } from "@/lib/supply/review/not-compared";
import { Slug } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 25;

export const ComparisonResult = z.enum(["severe", "minor", "none", "failed"]).meta({
  id: "ComparisonResult",
  description: "What a comparison found; `failed`: the call failed, so there was nothing to compare.",
  example: "severe",
});
export const ComparisonQuery = z.object({
  found: ComparisonResult.optional(),
  skill: Slug.optional().meta({ description: "Only this skill.", example: "text-statistics" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type ComparisonQuery = z.output<typeof ComparisonQuery>;

export const Comparison = z
  .object({
    id: Id,
    skill: z.object({ id: Id, slug: z.string(), name: z.string() }),
    version: z.number().int().meta({ example: 2 }),
    tool: z.string().nullable().meta({ description: "The tool that was called, of a skill with several." }),
    called_at: Time,
    found: ComparisonResult,
    severe: z.boolean(),
    differences: z.array(z.string()).meta({ example: ["Missing now: words."] }),
    failure: z.string().nullable().meta({ description: "Why there was nothing to compare.", example: null }),
    sent: z.unknown().meta({ description: "The parameters: the seller's example, or what the schema generates." }),
    reviewed: z.string().nullable().meta({ description: "The beginning of the response at the review." }),
    received: z.string().nullable().meta({ description: "The beginning of a response that differs." }),
  })
  .meta({ id: "Comparison" });
export type Comparison = z.input<typeof Comparison>;
export const NotComparedQuery = z.object({ reason: NotCompared.optional(), ...pageQuery(DEFAULT_PAGE_SIZE) });
export type NotComparedQuery = z.output<typeof NotComparedQuery>;
const NotComparedSkill = z
  .object({
    skill: z.object({ id: Id, slug: z.string(), name: z.string() }),
    version: z.number().int().meta({ example: 2 }),
    reason: NotCompared,
  })
  .meta({ id: "NotComparedSkill" });
export type NotComparedSkill = z.input<typeof NotComparedSkill>;
export const NotComparedList = pageOf(NotComparedSkill).meta({ id: "NotComparedList" });
export const ComparisonList = pageOf(Comparison).meta({ id: "ComparisonList" });
