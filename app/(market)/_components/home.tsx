import { SkillCard } from "@/components/skills/card";
import { Link } from "@/components/ui/link";
import { BrowseQuery } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { toSkillView } from "@/lib/catalog/views";
import * as collections from "@/lib/collections/service";
import type { Caller } from "@/lib/core/caller";
import type { SkillView } from "@/lib/skills/schemas";
import { UsageQuery } from "@/lib/usage/schemas";
import * as usage from "@/lib/usage/service";

const SHOWN = "3";
/** The collection that stands first; the others are listed by name. */
const FEATURED = "featured";

const skillsOf = async (query: Record<string, string>, caller: Caller | null) =>
  (await catalog.browse(BrowseQuery.parse({ limit: SHOWN, ...query }), caller)).data;

/** How many of the newest calls are looked through for the skills that an account used lately. */
const CALLS_READ = "50";

/** The skills that an account called or downloaded last, newest first, without those that left the marketplace. */
async function usedLately(caller: Caller): Promise<SkillView[]> {
  const { data } = await usage.list(caller, UsageQuery.parse({ limit: CALLS_READ }));
  const slugs = [...new Set(data.map(({ skill }) => skill))].slice(0, Number(SHOWN));
  const listings = await Promise.all(slugs.map((slug) => catalog.findListing(slug)));
  return listings.flatMap((listing) => (listing ? [toSkillView(listing)] : []));
}

/** The home page: what one used lately, featured, popular, new and free skills, and collections. */
export async function Home({ caller, owned }: { caller: Caller | null; owned: Owned }) {
  const all = await collections.list();
  const hasFeatured = all.data.some(({ slug }) => slug === FEATURED);
  const [used, featured, popular, newest, free] = await Promise.all([
    caller ? usedLately(caller) : [],
    hasFeatured ? collections.get(FEATURED) : null,
    skillsOf({ sort: "trending" }, caller),
    skillsOf({ sort: "newest" }, caller),
    skillsOf({ free_calls: "true", sort: "rating" }, caller),
  ]);
  const others = all.data.filter(({ slug }) => slug !== FEATURED);
  return (
    <div className="mb-12 grid gap-10">
      <Section title="Recently used" skills={used} href="/usage" owned={owned} />
      {featured && (
        <Section
          title={featured.title}
          skills={featured.skills.slice(0, Number(SHOWN))}
          href={`/collections/${FEATURED}`}
          owned={owned}
        />
      )}
      <Section title="Popular this week" skills={popular} href="/?sort=trending" owned={owned} />
      <Section title="Free to try" skills={free} href="/?free_calls=true&sort=rating" owned={owned} />
      <Section title="New" skills={newest} href="/?sort=newest" owned={owned} />
      {others.length > 0 && (
        <section aria-labelledby="collections">
          <h2 id="collections" className="mb-3 text-xl font-semibold tracking-tight">
            Collections
          </h2>
          <ul className="grid grid-cols-1 gap-3 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
            {others.map(({ slug, title, description, skill_count }) => (
              <li
                key={slug}
                className="relative rounded-lg border border-line bg-surface p-4 hover:border-edge"
              >
                <Link href={`/collections/${slug}`} className="font-semibold after:absolute after:inset-0">
                  {title}
                </Link>
                <p className="mt-1 line-clamp-2 text-sm text-muted">{description}</p>
                <p className="mt-2 text-xs text-muted">
                  {skill_count} {skill_count === 1 ? "skill" : "skills"}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type Owned = (skills: SkillView[]) => Promise<Set<string>>;
type SectionProps = { title: string; skills: SkillView[]; href: string; owned: Owned };

async function Section({ title, skills, href, owned }: SectionProps) {
  if (skills.length === 0) return null;
  const own = await owned(skills);
  const id = `section-${href.replace(/[^a-z]+/gi, "-")}`;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        <Link href={href} className="text-sm text-accent-ink hover:underline">
          See all<span className="sr-only"> of {title}</span>
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {skills.map((skill, at) => (
          <SkillCard key={skill.id} skill={skill} isFirst={at === 0} isOwned={own.has(skill.id)} />
        ))}
      </div>
    </section>
  );
}
