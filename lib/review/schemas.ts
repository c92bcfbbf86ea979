import { z } from "zod";
import { Id, Time } from "@/lib/core/fields";
import { isUuid } from "@/lib/core/ids";
import { pageOf, pageQuery } from "@/lib/core/page";
import { OwnedSkill, SkillStatus } from "@/lib/skills/schemas";

const DEFAULT_PAGE_SIZE = 50;
const MAX_REASON_CHARS = 1000;

export const ReviewQuery = z.object({
  status: SkillStatus.optional().meta({ description: "Only skills in this status.", example: "pending" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type ReviewQuery = z.output<typeof ReviewQuery>;

export const Decision = z
  .strictObject({
    skill_id: z
      .string()
      .refine(isUuid, { error: "must be a UUID" })
      .meta({ description: "The skill under review.", example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" }),
    action: z.enum(["approve", "reject"]).meta({ example: "approve" }),
    reason: z
      .string()
      .trim()
      .max(MAX_REASON_CHARS)
      .optional()
      .meta({ description: "Shown to the developer.", example: "The endpoint does not answer." }),
    revision: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({ description: "The revision that was looked at; any other is a 409.", example: 1 }),
  })
  .meta({ id: "Decision" });
export type Decision = z.output<typeof Decision>;

export const ReviewedSkill = OwnedSkill.extend({
  developer: z.object({ id: Id, email: z.string().meta({ example: "ada@example.com" }), name: z.string() }),
}).meta({ id: "ReviewedSkill" });
export type ReviewedSkill = z.input<typeof ReviewedSkill>;
export const ReviewedSkillList = pageOf(ReviewedSkill).meta({ id: "ReviewedSkillList" });

const ReviewAction = z.enum(["submit", "approve", "reject", "withdraw", "unlist", "relist"]);
export type ReviewAction = z.output<typeof ReviewAction>;
export const ReviewEvent = z
  .object({
    id: Id,
    action: ReviewAction,
    revision: z.number().int(),
    reason: z.string().nullable(),
    actor: z.object({ id: Id, name: z.string() }),
    created_at: Time,
  })
  .meta({ id: "ReviewEvent" });
export const ReviewHistory = pageOf(ReviewEvent).meta({ id: "ReviewHistory" });

export const AuditQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));
export const AuditEvent = z
  .object({
    id: Id,
    actor: z.object({ id: Id, name: z.string() }).nullable(),
    action: z.string().meta({ example: "skill.approve" }),
    subject_type: z.string().meta({ example: "skill" }),
    subject_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: Time,
  })
  .meta({ id: "AuditEvent" });
export const AuditLog = pageOf(AuditEvent).meta({ id: "AuditLog" });
