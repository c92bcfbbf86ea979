import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { Tools } from "@/app/(market)/skills/[slug]/_components/tools";
import { Readme } from "@/components/skills/readme";
import { Screenshots } from "@/components/skills/screenshots";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import { CONTENT } from "@/lib/supply/skills/content-fields";

/** What a skill says of itself: its readme or, without one, the SKILL.md of its package. */
export function Overview({ skill, contents }: { skill: PageSkill; contents: PackageContents | null }) {
  const text = skill.readme ?? (contents?.skill_md.trim() || null);
  return (
    <>
      {skill.screenshots && <Screenshots ids={skill.screenshots} name={skill.name} />}
      <Tools slug={skill.slug} tools={skill.tools} />
      {skill.sample_queries && <SampleQueries queries={skill.sample_queries} />}
      {text ? <Readme text={text} title={skill.name} /> : <p className="text-muted">This skill has no readme.</p>}
    </>
  );
}

function SampleQueries({ queries }: { queries: readonly string[] }) {
  return (
    <section aria-labelledby="sample-queries" className="mb-6">
      <h2 id="sample-queries" className="mb-2 text-sm font-medium">
        {CONTENT.sample_queries.label}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {queries.map((text) => (
          <li
            key={text}
            dir="auto"
            className="rounded-md border border-line bg-surface px-2.5 py-1 text-sm wrap-anywhere"
          >
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
