import { SkillCard } from "@/components/skills/card";
import type { Caller } from "@/lib/platform/core/caller";
import { related } from "@/lib/supply/catalog/related";

/** Skills that the same people use, or that are about the same thing. */
export async function Related({ slug, caller }: { slug: string; caller: Caller | null }) {
  const { data } = await related(slug, caller);
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-10">
      <h2 id="related" className="mb-3 text-lg font-semibold">
        Related skills
      </h2>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {data.map((skill) => (
          <SkillCard key={skill.id} skill={skill} />
        ))}
      </div>
    </section>
  );
}
