import { type SkillRow, toOwnedView } from "@/lib/supply/publishing/rows";
import type { ReviewedSkill } from "@/lib/supply/review/schemas";
import { CONTENT, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

type Content = typeof CONTENT;
type Hidden = { [Name in keyof Content]: Content[Name] extends { choices: object } ? never : Name }[keyof Content];

/** A private skill's texts, as administrators see them; the kinds of things that remain say nothing of it. */
const HIDDEN = {
  ...(Object.fromEntries(
    CONTENT_NAMES.filter((name) => !("choices" in CONTENT[name])).map((name) => [name, null]),
  ) as Record<Hidden, null>),
  name: "",
  description: "",
  category: "",
} as const;

/** A skill for administrators: of a private one without slug and content, which its organization alone sees. */
export function toReviewedView(row: SkillRow): ReviewedSkill {
  return {
    ...toOwnedView(row),
    ...(row.visibility === "organization" && {
      ...HIDDEN,
      slug: "",
      missing: [],
      operation_prices: {},
      operation_units: {},
      package: null,
      rejection_reason: null,
    }),
    developer: { id: row.owner_id, email: row.developer_email, name: row.developer_name },
  };
}
