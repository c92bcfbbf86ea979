import { z } from "zod";
import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { isUuid } from "@/lib/platform/core/ids";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { MalwareReport, PackageFinding } from "@/lib/supply/packages/schemas";
import { Risk } from "@/lib/supply/publishing/risk-schemas";
import { ApprovedRevision } from "@/lib/supply/publishing/schemas";
import { NotCompared } from "@/lib/supply/review/not-compared";
import { PriceComparison, QueueSignals, SimilarSkill } from "@/lib/supply/review/similar-schemas";
import { Category, ExecutionType } from "@/lib/supply/skills/content-schemas";
import { OwnedSkill, SkillStatus } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 50;
const MAX_HOLD_SECONDS = 60;
const MAX_CAUSE_CHARS = 100;
const MAX_CAUSES = 50;

export const ReviewQuery = z.object({
  status: SkillStatus.optional().meta({ description: "Only skills in this status.", example: "pending" }),
  search: z.string().trim().min(1).max(LIMITS.search.maxLength).optional().meta({
    description: "Part of a name, slug, developer's name or email address.",
    example: "statistics",
  }),
  category: Category.optional().meta({ description: "Only this category.", example: "writing" }),
  execution_type: ExecutionType.optional().meta({ description: "Only this kind.", example: "api" }),
  kind: z.enum(["new", "edit", "suspended", "names"]).meta({ id: "SubmissionKind" }).optional().meta({
    description:
      "Only skills that were never approved, that have an approved revision, that are suspended, or in whose names a check since their approval found something (`names`).",
    example: "edit",
  }),
  risk: Risk.optional().meta({
    description: "Only pending submissions of this risk.",
    example: "high",
  }),
  sort: z.enum(["oldest", "risk"]).meta({ id: "QueueSort" }).optional().meta({
    description: "Pending submissions by when they were submitted (the default), or the highest risk first.",
    example: "risk",
  }),
  assigned: z.enum(["me", "none"]).meta({ id: "AssignedTo" }).optional().meta({
    description: "Only submissions assigned to the caller (`me`), or to no one (`none`).",
    example: "me",
  }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type ReviewQuery = z.output<typeof ReviewQuery>;

const DecisionAction = z.enum(["approve", "reject"]).meta({ id: "DecisionAction", example: "approve" });
export const Decision = z
  .strictObject({
    skill_id: z
      .string()
      .refine(isUuid, { error: "must be a UUID" })
      .meta({ description: "The skill under review.", example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" }),
    action: DecisionAction,
    reason: z
      .string()
      .trim()
      .max(LIMITS.reason.maxLength)
      .optional()
      .meta({ description: "Shown to the developer.", example: "The endpoint does not respond." }),
    revision: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({ description: "The revision that was looked at; any other is a 409.", example: 1 }),
    hold_seconds: z.number().int().min(1).max(MAX_HOLD_SECONDS).optional().meta({
      description: "Seconds in which the decision can be undone; without it, it takes effect immediately.",
      example: 10,
    }),
  })
  .meta({ id: "Decision" });
export type Decision = z.output<typeof Decision>;

export const ScheduledDecision = z
  .object({
    action: DecisionAction,
    revision: z.number().int().meta({ example: 1 }),
    decided_by: z.object({ id: Id, name: z.string() }),
    applies_at: Time,
    undo: z.string().meta({
      description: "Send DELETE to this path before then to undo the decision.",
      example: "/v1/admin/skills/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11/scheduled-decision",
    }),
  })
  .meta({ id: "ScheduledDecision" });
export type ScheduledDecision = z.input<typeof ScheduledDecision>;

export const ReviewedSkill = OwnedSkill.extend({
  developer: z.object({ id: Id, email: z.string().meta({ example: "ada@example.com" }), name: z.string() }),
}).meta({ id: "ReviewedSkill" });
export type ReviewedSkill = z.input<typeof ReviewedSkill>;
const Scheduled = ScheduledDecision.nullable().meta({
  description: "A decision that takes effect unless it is undone before; null when there is none.",
});
export const DecidedSkill = ReviewedSkill.extend({ scheduled: Scheduled }).meta({ id: "DecidedSkill" });
export type DecidedSkill = z.input<typeof DecidedSkill>;
const QueuedSkill = DecidedSkill.extend({
  signals: QueueSignals.nullable().meta({
    description: "What to know of a pending submission; null for others.",
  }),
}).meta({ id: "QueuedSkill" });
export type QueuedSkill = z.input<typeof QueuedSkill>;
export const ReviewedSkillList = pageOf(QueuedSkill)
  .extend({
    counts: z
      .object({
        draft: z.number().int(),
        pending: z.number().int(),
        approved: z.number().int(),
        rejected: z.number().int(),
        ever_approved: z.number().int(),
        suspended: z.number().int(),
        names: z.number().int(),
      })
      .meta({
        description:
          "How many skills are in each status, have an approved revision (also while an edit of it is open), are suspended, and wait for a look at what was found in their names.",
      }),
  })
  .meta({ id: "ReviewedSkillList" });

export const ListedNameFinding = PackageFinding.extend({
  cause: z
    .string()
    .max(MAX_CAUSE_CHARS)
    .meta({ description: "Names the finding when it is cleared.", example: "0Zl3…" }),
}).meta({ id: "ListedNameFinding" });
export type ListedNameFinding = z.output<typeof ListedNameFinding>;
export const NameClearance = z
  .strictObject({
    causes: z
      .array(z.string().max(MAX_CAUSE_CHARS))
      .min(1)
      .max(MAX_CAUSES)
      .meta({
        description: "The findings to clear, by the `cause` of each in `name_findings`. Later ones stay.",
        example: ["0Zl3…"],
      }),
    reason: ReasonInput.shape.reason,
  })
  .meta({ id: "NameClearance" });
export type NameClearance = z.output<typeof NameClearance>;

const BreakingChange = z.object({
  of: z.enum(["parameter", "result", "tool", "credential"]).meta({ id: "ContractPart" }),
  name: z.string().meta({
    description: "The path of the parameter or field, or the name of the tool or credential.",
    example: "options.language",
  }),
  change: z
    .enum(["removed", "made_required", "made_optional", "narrowed", "widened", "moved"])
    .meta({ id: "BreakingChangeKind" }),
});

const ReviewAction = z
  .enum([
    "submit",
    "appeal",
    "approve",
    "reject",
    "withdraw",
    "unlist",
    "relist",
    "resume",
    "suspend",
    "unsuspend",
    "warn",
    "reprice",
  ])
  .meta({ id: "ReviewAction" });
export type ReviewAction = z.output<typeof ReviewAction>;
export const ReviewEvent = z
  .object({
    id: Id,
    action: ReviewAction,
    revision: z.number().int(),
    reason: z.string().nullable(),
    actor: z.object({ id: Id.nullable(), name: z.string() }).meta({
      description: "The actor. For developers, the id of an administrator is null.",
    }),
    created_at: Time,
  })
  .meta({ id: "ReviewEvent" });
export const ReviewHistory = pageOf(ReviewEvent).meta({ id: "ReviewHistory" });

export const ReviewDetail = DecidedSkill.extend({
  approved_revision: ApprovedRevision.nullable().meta({
    description: "What was approved last, to compare the newest revision with.",
  }),
  rejected_revision: ApprovedRevision.extend({ rejection_reason: z.string().nullable() })
    .nullable()
    .meta({ description: "What was rejected last before the newest revision, and after any approval." }),
  submission_note: z.string().nullable().meta({
    description: "What the developer wrote to reviewers with the newest revision, or in its appeal.",
  }),
  last_decision: ReviewEvent.nullable().meta({
    description: "The last approval or rejection, with its reason.",
  }),
  running_purchases: z
    .object({
      count: z.number().int(),
      refund: z.number().meta({ description: "Credits that their buyers would get back now." }),
    })
    .meta({ description: "What a suspension would end and refund." }),
  schema_issues: z
    .array(z.object({ param: z.string(), message: z.string() }))
    .meta({ description: "What is wrong with the schemas and the examples.", example: [] }),
  breaking_changes: z.array(BreakingChange).meta({
    description: "What may break those who use the approved revision.",
    example: [],
  }),
  findings: z.array(PackageFinding).meta({ description: "What was found in the package, at file and line." }),
  text_findings: z.array(PackageFinding).meta({
    description:
      "What was found in name, description, readme, schema and the publisher's name, which stand in the place of the file. None means that no rule matched, not that the texts are harmless.",
  }),
  name_findings: z.array(ListedNameFinding).meta({
    description:
      "What a check since its approval found in the names of a listed skill, and no administrator has cleared.",
    example: [],
  }),
  developer_record: z
    .object({
      registered_at: Time,
      suspended: z.boolean(),
      live_skills: z.number().int(),
      suspended_skills: z.number().int(),
      approvals: z.number().int(),
      rejections: z.number().int(),
      warnings: z.number().int(),
    })
    .meta({ description: "What the developer has done so far." }),
  similar: z.array(SimilarSkill).meta({
    description: "Skills of other developers, live or pending, that this one resembles.",
  }),
  price_comparison: PriceComparison.nullable().meta({
    description: "Null when too few skills have a price.",
  }),
  assignee: z.object({ id: Id, name: z.string() }).nullable(),
  email_verified: z.boolean().meta({ description: "Whether the developer has verified their email." }),
  comparisons: z
    .array(
      z.object({
        called_at: Time,
        version: z.number().int(),
        severe: z.boolean(),
        differences: z.array(z.string()).meta({ example: ["Missing now: words."] }),
      }),
    )
    .meta({
      description:
        "How the endpoint's responses to calls since its approval differ from the reviewed one, newest first.",
      example: [],
    }),
  not_compared: NotCompared.nullable().meta({
    description: "Why comparison calls are never made to this version; null when they are, and for packages.",
    example: null,
  }),
  open_reports: z.number().int().meta({ description: "Reports from users that wait for a decision." }),
  malware: z.array(MalwareReport).meta({
    description: "What a malware scanner reports in its packages and no administrator has cleared.",
    example: [],
  }),
  history: z.array(ReviewEvent).meta({ description: "What happened to the skill, newest first." }),
}).meta({ id: "ReviewDetail" });
export type ReviewDetail = z.input<typeof ReviewDetail>;
