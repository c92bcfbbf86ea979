"use client";

import { Search, Star } from "lucide-react";
import { CompareToggle } from "@/components/skills/compare-toggle";
import { SkillIcon } from "@/components/skills/icon";
import { type Publisher, PublisherLink } from "@/components/skills/publisher-link";
import { Sparkline } from "@/components/skills/sparkline";
import { Badge } from "@/components/ui/badge";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { isPrivateSlug } from "@/lib/platform/core/limits";
import type { SkillView } from "@/lib/supply/skills/schemas";
import type { Trust } from "@/lib/supply/skills/trust-schemas";

/** The parts of a text, each with its place in it, and whether it is what was searched for. */
function partsOf(text: string, words: string[]) {
  const form = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
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

type Props = Pick<SkillView, "slug" | "name" | "description" | "icon"> & {
  developer: Publisher;
  price: string;
  kind: string;
  trust: string;
  /** Null until it was called often enough. */
  daily: Trust["daily"] | null;
  /** Null before the first one. */
  rating: { average: number | null; count: number } | null;
  search: string;
  /** Why a search finds it. */
  match: string | null;
  /** How many near copies it stands for. */
  similar: number;
  isOwned: boolean;
  /** Whether it is the first card of its page. */
  isFirst: boolean;
};

/**
 * What a card shows. It is drawn in the browser too, from these few values: the elements of 24 cards, which the page would
 * carry otherwise beside its HTML, were three quarters of its payload.
 */
export function CardFace({
  slug,
  name,
  description,
  icon,
  developer,
  price,
  kind,
  trust,
  daily,
  rating,
  search,
  match,
  similar,
  isOwned,
  isFirst,
}: Props) {
  const words = search.split(/\s+/).filter((word) => word.length > 1);
  return (
    <article className="group relative flex flex-col gap-2.5 rounded-lg border border-line bg-surface p-4 shadow-[0_1px_2px_oklch(.2_.02_80/.06)] transition-colors focus-within:border-edge hover:border-edge dark:shadow-none">
      <div className="flex items-start gap-3">
        <SkillIcon slug={slug} icon={icon} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-lg leading-5 wrap-anywhere font-semibold group-hover:text-accent-ink">
            {/* The whole card is the link; the publisher's is above it. */}
            <Link href={`/skills/${slug}`} isLikely={isFirst} className="after:absolute after:inset-0 after:rounded-lg">
              <Marked text={name} words={words} />
            </Link>
          </h2>
          <p className="text-xs text-muted">
            <PublisherLink developer={developer} className="relative z-[1] py-0.5" />
          </p>
        </div>
        {!isPrivateSlug(slug) && (
          <span className="relative z-[1] -mt-1.5 -mr-1.5 shrink-0">
            <CompareToggle slug={slug} name={name} isIcon />
          </span>
        )}
      </div>
      <div className="flex-1">
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          <Marked text={description} words={words} />
        </p>
        {match && (
          <p className="mt-1.5 line-clamp-2 text-xs wrap-anywhere text-muted">
            <Search size={12} aria-label="Match" className="mr-1 inline" />
            {match}
          </p>
        )}
      </div>
      <div className="flex items-end justify-between gap-3 text-xs text-muted">
        <span className="min-w-0">
          {trust}
          {similar > 0 && (
            <>
              {trust && " \u00b7 "}
              <Link
                href={hrefOf("/skills", { search: name, collapse: "false" })}
                className="relative z-[1] underline hover:text-fg"
              >
                {similar} similar
              </Link>
            </>
          )}
        </span>
        {daily && <Sparkline daily={daily} className="shrink-0" />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <span className="font-mono font-medium">{price}</span>
        <span className="flex items-center gap-2 text-muted">
          {rating && (
            <span className="inline-flex items-center gap-0.5">
              <Star size={12} aria-hidden className="fill-current" />
              {rating.average} <span className="sr-only">of 5,</span> ({rating.count})
            </span>
          )}
          <Badge>{kind}</Badge>
          {isOwned && <Badge tone="accent">Owned</Badge>}
        </span>
      </div>
    </article>
  );
}
