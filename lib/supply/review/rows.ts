import { type SkillRow, toOwnedView } from "@/lib/supply/publishing/rows";
import type { ReviewedSkill } from "@/lib/supply/review/schemas";
import type { ContentName } from "@/lib/supply/skills/content-fields";

/** A private skill's texts, as administrators see them; the kinds of things that remain say nothing of it. */
const HIDDEN = {
  name: "",
  description: "",
  category: "",
  readme: null,
  sample_queries: null,
  api_endpoint: null,
  operations: null,
  credentials: null,
  api_schema: null,
  response_schema: null,
  examples: null,
  icon: null,
  screenshots: null,
} as const satisfies Record<
  Exclude<ContentName, "execution_type" | "endpoint_type" | "package_preview" | "response_mode">,
  "" | null
>;

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
