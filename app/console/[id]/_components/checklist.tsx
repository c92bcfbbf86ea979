"use client";

import { Circle, CircleCheck, CircleDashed } from "lucide-react";
import type { CheckItem } from "@/app/console/[id]/_components/state";

/** What a skill needs before it can be submitted; each missing thing leads to its field. */
export function Checklist({ items }: { items: CheckItem[] }) {
  const missing = items.filter(({ isDone, isRequired }) => isRequired && !isDone).length;
  return (
    <section aria-label="Readiness">
      <h2 className="mb-2 text-sm font-semibold">
        {missing === 0 ? "Ready to submit" : `${missing} to do before submitting`}
      </h2>
      <ul className="grid gap-1 text-sm">
        {items.map(({ field, label, isDone, isRequired }) => (
          <li key={field} className="flex items-center gap-2">
            <Mark isDone={isDone} isRequired={isRequired} />
            {isDone ? (
              <span className="text-muted">{label}</span>
            ) : (
              <a
                className="underline decoration-line underline-offset-2"
                href={`#${field}`}
                onClick={(event) => focusOn(event, field)}
              >
                {label}
                {!isRequired && <span className="text-muted"> (recommended)</span>}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ isDone, isRequired }: { isDone: boolean; isRequired: boolean }) {
  if (isDone) return <CircleCheck size={15} aria-label="done" className="shrink-0 text-ok" />;
  if (isRequired) return <Circle size={15} aria-label="missing" className="shrink-0 text-warn" />;
  return <CircleDashed size={15} aria-label="recommended" className="shrink-0 text-faint" />;
}

function focusOn(event: { preventDefault: () => void }, field: string): void {
  const target = document.getElementById(field);
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}
