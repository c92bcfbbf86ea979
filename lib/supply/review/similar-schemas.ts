import { z } from "zod";
import { Id } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { EndpointResult, Risk } from "@/lib/supply/publishing/risk-schemas";

export const SimilarSkill = z
  .object({
    skill_id: Id,
    slug: z.string(),
    name: z.string(),
    developer: z.object({ id: Id, name: z.string(), verified: z.boolean() }),
    live: z.boolean(),
    alike: z.array(z.enum(["name", "text", "package", "endpoint"]).meta({ id: "Likeness" })).meta({
      description:
        "What is nearly the same, or the same: the name or slug; the description or readme; the package; the endpoint.",
      example: ["name"],
    }),
  })
  .meta({ id: "SimilarSkill" });
export type SimilarSkill = z.input<typeof SimilarSkill>;

export const PriceComparison = z
  .object({
    median: Credits.meta({
      description:
        "The median price of live skills of its pricing type, in its category if there are enough; of subscriptions, for 30 days.",
    }),
    times: z.number().meta({ description: "The price, as a multiple of the median.", example: 1.5 }),
    skills: z.number().int().meta({ description: "How many skills the median is of.", example: 12 }),
    in_category: z.boolean().meta({ description: "Whether the median is of its category, or of all." }),
    is_out_of_line: z.boolean().meta({ description: "Whether the price is at least ten times the median." }),
  })
  .meta({ id: "PriceComparison" });
export type PriceComparison = z.input<typeof PriceComparison>;

export const QueueSignals = z
  .object({
    high_findings: z.number().int().meta({ description: "Automatic findings of high severity.", example: 0 }),
    risk: Risk.meta({
      description:
        "By its worst finding, a failed test call, and tools of which none may be called, as of when one of them changed. High until it is judged.",
    }),
    worst_finding: z.string().nullable().meta({
      description: "The rule and message of the worst finding.",
      example: "pipe_to_shell: Pipes a download into a shell.",
    }),
    endpoint: EndpointResult.nullable().meta({
      description: "How its automatic test call went; null without an endpoint.",
      example: "works",
    }),
    imitated_names: z.number().int().meta({
      description: "Names of the skill or its publisher that could be taken for a brand's or a popular one's.",
      example: 0,
    }),
    first_submission: z.boolean().meta({ description: "Whether no skill of the developer was ever approved." }),
    email_verified: z.boolean(),
    overdue: z.boolean().meta({ description: "Whether it has waited longer than the review target." }),
    group: Id.nullable().meta({
      description: "The first of the near-identical submissions on this page, or null when there is only this one.",
    }),
    assignee: z.object({ id: Id, name: z.string() }).nullable(),
  })
  .meta({ id: "QueueSignals" });
export type QueueSignals = z.input<typeof QueueSignals>;
