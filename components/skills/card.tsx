import { Star } from "lucide-react";
import { SkillIcon } from "@/components/skills/icon";
import { PublisherLink } from "@/components/skills/publisher-link";
import { Sparkline } from "@/components/skills/sparkline";
import { trustText } from "@/components/skills/trust-text";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/panel";
import { priceText } from "@/lib/skills/price-text";
import type { SkillView } from "@/lib/skills/schemas";

const KINDS = { api: "API", download: "Package", both: "API + package" };

/** The parts of a text, each with its place in it, and whether it is what was searched for. */
function partsOf(text: string, words: string[]) {
  const form = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
    "gi",
  );
  let at = 0;
  return text.split(form).map((part, index) => {
    at += part.length;
    return { part, at, isHit: index % 2 === 1 };
  });
}

function Marked({ text, words }: { text: string; words: string[] }) {
  if (words.length === 0) return text;
  return partsOf(text, words).map(({ part, at, isHit }) =>
    isHit ? (
      <mark key={at} className="rounded-sm bg-accent-soft text-accent-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** A skill in a list of skills. */
export function SkillCard({
  skill,
  search = "",
  isOwned = false,
  isFirst = false,
}: {
  skill: SkillView;
  search?: string;
  isOwned?: boolean;
  /** Whether it is the first card of its page. */
  isFirst?: boolean;
}) {
  const words = search.split(/\s+/).filter((word) => word.length > 1);
  const { trust } = skill;
  return (
    <article className="group relative flex flex-col gap-2.5 rounded-lg border border-line bg-surface p-4 shadow-[0_1px_2px_oklch(.2_.02_80/.06)] transition-colors focus-within:border-edge hover:border-edge dark:shadow-none">
      <div className="flex items-start gap-3">
        <SkillIcon slug={skill.slug} icon={skill.icon} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-lg leading-5 wrap-anywhere font-semibold group-hover:text-accent-ink">
            {/* The whole card is the link; the publisher's stands above it. */}
            <Link
              href={`/skills/${skill.slug}`}
              isLikely={isFirst}
              className="after:absolute after:inset-0 after:rounded-lg"
            >
              <Marked text={skill.name} words={words} />
            </Link>
          </h2>
          <p className="text-xs text-muted">
            <PublisherLink developer={skill.developer} className="relative z-[1] py-0.5" />
          </p>
        </div>
      </div>
      <div className="flex-1">
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          <Marked text={skill.description} words={words} />
        </p>
      </div>
      <div className="flex items-end justify-between gap-3 text-xs text-muted">
        <span className="min-w-0">{trustText(trust, skill.execution_type)}</span>
        {trust.success_rate !== null && <Sparkline daily={trust.daily} className="shrink-0" />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <span className="font-mono font-medium">{priceText(skill)}</span>
        <span className="flex items-center gap-2 text-muted">
          {skill.rating.count > 0 && (
            <span className="inline-flex items-center gap-0.5">
              <Star size={12} aria-hidden className="fill-current" />
              {skill.rating.average} <span className="sr-only">of 5,</span> ({skill.rating.count})
            </span>
          )}
          <Badge>{KINDS[skill.execution_type]}</Badge>
          {isOwned && <Badge tone="accent">Owned</Badge>}
        </span>
      </div>
    </article>
  );
}
