import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { CompareToggle } from "@/components/skills/compare-toggle";
import { SkillIcon } from "@/components/skills/icon";
import { PublisherLink } from "@/components/skills/publisher-link";
import { RelativeTime } from "@/components/ui/relative-time";

type Props = {
  skill: PageSkill;
  save: ReactNode;
  offer: ReactNode;
  /** Whether the offer is too tall for the place beside, and comes below what the skill does. */
  isWide: boolean;
};

/**
 * The head of a skill's page: what it is, and `offer`, which is beside it or, on a phone, between its name and what it
 * does. A long description never comes before the price.
 */
export function SkillHead({ skill, save, offer, isWide }: Props) {
  return (
    <div
      className={cx(
        "mb-6 grid grid-cols-1 gap-x-8 gap-y-4 lg:gap-y-3",
        !isWide && "lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]",
      )}
    >
      <div className="flex items-start gap-4">
        <SkillIcon slug={skill.slug} icon={skill.icon} size={56} />
        <div className="min-w-0 py-1 wrap-anywhere">
          <h1 className="text-2xl font-semibold tracking-tight">{skill.name}</h1>
          {/* On a phone always two lines: the time grows longer while one looks, and must not move what is below. */}
          <p className="mt-0.5 flex flex-col gap-x-1 text-xs text-muted sm:flex-row sm:items-center">
            <PublisherLink developer={skill.developer} />
            <span>
              <span className="hidden sm:inline">· </span>updated <RelativeTime time={skill.updated_at} />
            </span>
          </p>
        </div>
        <div className="ml-auto flex shrink-0 flex-wrap justify-end gap-2 py-1 max-sm:flex-col">
          {skill.listed && <CompareToggle slug={skill.slug} name={skill.name} />}
          {save}
        </div>
      </div>
      <div className={isWide ? "lg:order-last" : "lg:col-start-2 lg:row-span-2 lg:row-start-1"}>{offer}</div>
      <p className="max-w-2xl wrap-anywhere text-muted">{skill.description}</p>
    </div>
  );
}
