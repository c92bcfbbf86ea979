import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { SkillCard } from "@/components/skills/card";
import { milliseconds } from "@/components/skills/trust-text";
import { buttonStyle } from "@/components/ui/button-style";
import { dollars } from "@/lib/platform/core/dollars";
import { CONSENT_DEFAULTS } from "@/lib/platform/core/limits";
import type { SkillView } from "@/lib/supply/skills/schemas";

/** Calls of each skill in the picture of the counter: its amounts are these times the skill's own price. */
const CALLS = [48, 17, 5];
const CAP = dollars(CONSENT_DEFAULTS.creditLimit);

/**
 * The pictures of the steps, in their order, drawn with the components of the product from its most used skills. Nothing in them can be
 * focused or read aloud: the step beside says what they show. A marketplace without skills has none.
 */
export function stepPictures(skills: SkillView[]): ReactNode[] {
  const [first] = skills;
  if (!first) return [];
  return [
    <Consent key="consent" />,
    <div key="skill" className="w-72">
      <SkillCard skill={first} />
    </div>,
    <Counter key="counter" skills={skills.slice(0, CALLS.length)} />,
  ];
}

function Consent() {
  return (
    <div className="grid w-64 gap-2.5 rounded-lg border border-line bg-surface p-4 text-sm">
      <p className="font-semibold">Connect Claude Code?</p>
      {["Find skills and see prices", "Run skills"].map((title) => (
        <p key={title} className="flex items-center gap-2">
          <span className="grid size-4 place-items-center rounded-sm bg-accent text-accent-fg">
            <Check size={11} strokeWidth={3} />
          </span>
          {title}
        </p>
      ))}
      <p className="flex items-center gap-2">
        At most
        <span className="rounded-md border border-edge px-2 py-0.5 font-medium">{CAP}</span>a{" "}
        {CONSENT_DEFAULTS.interval}
      </p>
      <span className={buttonStyle({ variant: "primary", size: "sm" })}>Connect</span>
    </div>
  );
}

function Counter({ skills }: { skills: SkillView[] }) {
  const rows = skills.map((skill, at) => ({ skill, calls: CALLS[at] ?? 0 }));
  const spent = rows.reduce((sum, { skill, calls }) => sum + (skill.price_per_call ?? 0) * calls, 0);
  return (
    <div className="grid w-72 gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">Claude Code</span>
        <span className="font-mono text-xs">
          {dollars(round(spent))} of {CAP} today
        </span>
      </p>
      <span className="h-1.5 overflow-hidden rounded-full bg-raised">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, Math.max(4, (spent / CONSENT_DEFAULTS.creditLimit) * 100))}%` }}
        />
      </span>
      {rows.map(({ skill, calls }) => (
        <p key={skill.id} className="flex justify-between gap-3 text-xs">
          <span className="truncate" dir="auto">
            {skill.name}
          </span>
          <span className="shrink-0 text-muted">
            {calls} calls{skill.trust.p50_ms !== null && ` · ${milliseconds(skill.trust.p50_ms)}`} ·{" "}
            <span className="font-mono text-fg">{dollars(round((skill.price_per_call ?? 0) * calls))}</span>
          </span>
        </p>
      ))}
    </div>
  );
}

const round = (amount: number) => Math.round(amount * 1e6) / 1e6;
