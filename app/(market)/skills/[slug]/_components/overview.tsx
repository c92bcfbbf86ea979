import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { Readme } from "@/components/skills/readme";
import { Screenshots } from "@/components/skills/screenshots";
import type { PackageContents } from "@/lib/demand/distribution/schemas";

/** What a skill says of itself: its readme or, without one, the SKILL.md of its package. */
export function Overview({ skill, contents }: { skill: PageSkill; contents: PackageContents | null }) {
  const text = skill.readme ?? (contents?.skill_md.trim() || null);
  return (
    <>
      {skill.screenshots && <Screenshots ids={skill.screenshots} name={skill.name} />}
      {text ? <Readme text={text} title={skill.name} /> : <p className="text-muted">This skill has no readme.</p>}
    </>
  );
}
