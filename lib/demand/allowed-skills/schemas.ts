import { z } from "zod";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { Id, SlugParams, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

/** `asked` as long as a member waits for a decision, of a skill that was never allowed or of its new version. */
export const ALLOWED_STATES = ["asked", "allowed", "refused"] as const;
const State = z.enum(ALLOWED_STATES).meta({ id: "AllowedSkillState", example: "asked" });

export const AllowedSkillParams = OrganizationParams.extend(SlugParams.shape);
export const AllowedSkillQuery = z.object({
  ...pageQuery(DEFAULT_PAGE_SIZE),
  state: State.optional(),
});
export type AllowedSkillQuery = z.output<typeof AllowedSkillQuery>;

const Person = z.object({ id: Id, name: z.string().meta({ example: "Ada Lovelace" }) });

export const AllowedSkill = z
  .object({
    skill: z.object({
      id: Id,
      slug: z.string().meta({ example: "text-statistics" }),
      name: z.string().meta({ example: "Text statistics" }),
    }),
    state: State,
    usable: z.boolean().meta({ description: "Whether members may use its current version now.", example: false }),
    version: z.number().int().nullable().meta({
      description: "The version that was looked at when it was allowed; null if it is not allowed.",
      example: null,
    }),
    current_version: z.number().int().meta({ description: "Its version on the marketplace.", example: 3 }),
    asked_by: Person.nullable().meta({ description: "The member who waits for a decision.", example: null }),
    asked_at: Time.nullable(),
    note: z.string().meta({ description: "What the member needs it for.", example: "Word counts for the blog." }),
    decided_by: Person.nullable().meta({ example: null }),
    decided_at: Time.nullable(),
    reason: z.string().meta({ description: "Why it was refused.", example: "" }),
  })
  .meta({ id: "AllowedSkill" });
export type AllowedSkill = z.input<typeof AllowedSkill>;
export const AllowedSkillList = pageOf(AllowedSkill).meta({ id: "AllowedSkillList" });

const Reason = z.string().trim().max(LIMITS.approvalReason.maxLength).default("");

export const AllowedSkillRequest = z
  .strictObject({ note: Reason.meta({ description: "What you need it for.", example: "Word counts for the blog." }) })
  .meta({ id: "AllowedSkillRequest" });
export type AllowedSkillRequest = z.output<typeof AllowedSkillRequest>;

export const AllowedSkillDecision = z
  .discriminatedUnion("decision", [
    z.strictObject({
      decision: z.literal("allow"),
      version: z
        .number()
        .int()
        .min(1)
        .max(2 ** 31 - 1)
        .meta({ description: "The version that you looked at: the skill's `version`.", example: 3 }),
    }),
    z.strictObject({
      decision: z.literal("refuse"),
      reason: Reason.meta({ description: "For the member who asks.", example: "Use Word count instead." }),
    }),
  ])
  .meta({ id: "AllowedSkillDecision" });
export type AllowedSkillDecision = z.output<typeof AllowedSkillDecision>;

export const AllowedSkillRemoved = z
  .object({ skill: z.string().meta({ example: "text-statistics" }), removed: z.literal(true) })
  .meta({ id: "AllowedSkillRemoved" });
