import { type SkillRow, toOwnedView } from "@/lib/supply/publishing/rows";
import type { ReviewedSkill } from "@/lib/supply/review/schemas";

/** A skill for administrators. */
export function toReviewedView(row: SkillRow): ReviewedSkill {
  return {
    ...toOwnedView(row),
    developer: { id: row.owner_id, email: row.developer_email, name: row.developer_name },
  };
}
