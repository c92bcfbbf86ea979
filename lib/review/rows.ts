import { SELECT_SKILL, type SkillRow, toOwnedView } from "@/lib/publishing/rows";
import type { ReviewedSkill } from "@/lib/review/schemas";

/** A skill with its developer. */
export type ReviewRow = SkillRow & { developer_email: string; developer_name: string };

/** Columns and joins of a `ReviewRow`; follow it with WHERE. */
export const SELECT_REVIEWED = SELECT_SKILL.replace(
  "SELECT ",
  "SELECT a.email AS developer_email, a.name AS developer_name, ",
).concat(" JOIN account a ON a.id = s.owner_id");

/** What administrators see of a skill. */
export function toReviewedView(row: ReviewRow): ReviewedSkill {
  return {
    ...toOwnedView(row),
    developer: { id: row.owner_id, email: row.developer_email, name: row.developer_name },
  };
}
