"use client";

import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { type Compared, setCompared, toggleCompared, useCompared } from "@/components/skills/compare-choice";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { MAX_COMPARED } from "@/lib/supply/skills/compared";

const PAGE = "/compare";
/** Pages on which skills can be chosen. */
const SHOWN_ON = /^\/(?:$|skills(?:\/|$)|publishers\/|collections\/|favorites$)/;

/** The skills that were chosen for comparison, at the bottom of pages with other skills until they are compared. */
export function CompareTray() {
  const chosen = useCompared();
  const path = usePathname();
  if (chosen.length === 0 || !SHOWN_ON.test(path)) return null;
  return (
    <section
      aria-label="Skills to compare"
      className="sticky bottom-0 z-10 border-t border-line bg-surface shadow-[0_-4px_16px_oklch(.2_.02_80/.08)] print:hidden"
    >
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 py-2">
        <ul className="flex min-w-0 flex-1 gap-2 overflow-x-auto [scrollbar-width:none]">
          {chosen.map((skill) => (
            <li key={skill.slug} className="max-w-48 shrink-0">
              <button
                type="button"
                onClick={() => toggleCompared(skill)}
                aria-label={`Don't compare ${skill.name}`}
                className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-xs hover:border-edge"
              >
                <span className="truncate" dir="auto">
                  {skill.name}
                </span>
                <X size={12} aria-hidden className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
        <span className="text-xs whitespace-nowrap text-muted max-sm:hidden">
          {chosen.length} of {MAX_COMPARED}
        </span>
        <Link
          href={`${PAGE}?skills=${chosen.map(({ slug }) => slug).join(",")}`}
          className={buttonStyle({ variant: "primary" })}
        >
          Compare
        </Link>
      </div>
    </section>
  );
}

/** Chooses the skills of the page that compares them, so that others join them in the list. */
export function RememberCompared({ skills }: { skills: Compared[] }) {
  const text = JSON.stringify(skills);
  useEffect(() => setCompared(JSON.parse(text) as Compared[]), [text]);
  return null;
}
