"use client";

import { Scale } from "lucide-react";
import { type Compared, toggleCompared, useCompared } from "@/components/skills/compare-choice";
import { buttonStyle } from "@/components/ui/button-style";

/** Chooses a skill to compare it with others: an icon on cards, a button with its word on the skill's page. */
export function CompareToggle({ slug, name, isIcon = false }: Compared & { isIcon?: boolean }) {
  const isChosen = useCompared().some((other) => other.slug === slug);
  const size = isIcon ? "size-8 px-0" : "";
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      {...(isIcon && { "aria-label": `Compare ${name}`, "data-hint": isChosen ? "Don't compare" : "Compare" })}
      onClick={() => toggleCompared({ slug, name })}
      className={`${buttonStyle({ size: "sm", variant: isIcon ? "quiet" : "plain" })} ${size} print:hidden ${isChosen ? "bg-accent-soft text-accent-ink hover:bg-accent-soft hover:text-accent-ink" : ""}`}
    >
      <Scale size={14} aria-hidden />
      {!isIcon && "Compare"}
    </button>
  );
}
