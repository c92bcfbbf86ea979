import type { ReactNode } from "react";

const TONES = {
  plain: "bg-raised text-muted",
  accent: "bg-accent-soft text-accent-ink",
  ok: "bg-raised text-ok",
  warn: "bg-raised text-warn",
  bad: "bg-raised text-bad",
};
export type Tone = keyof typeof TONES;

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 items-center rounded-sm px-1.5 text-2xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
