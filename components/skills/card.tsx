import { CardFace } from "@/components/skills/card-face";
import { trustText } from "@/components/skills/trust-text";
import { priceText } from "@/lib/supply/skills/price-text";
import type { SkillView } from "@/lib/supply/skills/schemas";

const KINDS = { api: "API", download: "Package", both: "API + package" };

type Props = {
  skill: SkillView;
  search?: string;
  isOwned?: boolean;
  /** Whether it is the first card of its page. */
  isFirst?: boolean;
};

/** A skill in a list of skills. */
export function SkillCard({ skill, search = "", isOwned = false, isFirst = false }: Props) {
  const { slug, name, description, icon, developer, execution_type, trust, rating, match = null } = skill;
  const { handle, name: by, verified, domain } = developer;
  return (
    <CardFace
      {...{ slug, name, description, icon, search, match, isOwned, isFirst }}
      similar={skill.similar_count ?? 0}
      developer={{ handle, name: by, verified, domain }}
      price={priceText(skill)}
      kind={KINDS[execution_type]}
      trust={trustText(trust, execution_type)}
      daily={trust.success_rate === null ? null : trust.daily}
      rating={rating.count > 0 ? { average: rating.average, count: rating.count } : null}
    />
  );
}
