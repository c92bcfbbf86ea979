import { SkillCard } from "@/components/skills/card";
import { Link } from "@/components/ui/link";
import * as usage from "@/lib/demand/usage/service";
import type { Caller } from "@/lib/platform/core/caller";
import * as collections from "@/lib/supply/catalog/collections";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";
import { toSkillView } from "@/lib/supply/catalog/views";
import type { SkillView } from "@/lib/supply/skills/schemas";

const SHOWN = 3;
/** Enough for each list when all sections above it show skills of its own. */
const READ = SHOWN * 5;
/** The collection that stands first; the others are listed by name. */
const FEATURED = "featured";

type SectionOfHome = { title: string; href: string; skills: SkillView[] };
export type HomeParts = {
  sections: SectionOfHome[];
  collections: Awaited<ReturnType<typeof collections.list>>["data"];
};

const skillsOf = async (query: Record<string, string>, caller: Caller | null) =>
  (await catalog.browse(BrowseQuery.parse({ limit: String(READ), ...query }), caller)).data;

/** The skills that an account called or downloaded last, newest first, without those that left the marketplace. */
async function usedLately(caller: Caller): Promise<SkillView[]> {
  const slugs = await usage.lastUsed(caller, SHOWN);
  const listings = await Promise.all(slugs.map((slug) => catalog.findListing(slug, caller)));
  return listings.flatMap((listing) => (listing ? [toSkillView(listing)] : []));
}

/** The collections, and the skills of the featured one. */
async function readCollections() {
  const { data } = await collections.list();
  const featured = data.some(({ slug }) => slug === FEATURED) ? await collections.get(FEATURED) : null;
  return { featured, others: data.filter(({ slug }) => slug !== FEATURED) };
}

/** The first skills of each section that no section above it shows. */
function withoutRepeats(sections: SectionOfHome[]): SectionOfHome[] {
  const shown = new Set<string>();
  return sections.map((section) => {
    const skills = section.skills.filter(({ id }) => !shown.has(id)).slice(0, SHOWN);
    for (const { id } of skills) shown.add(id);
    return { ...section, skills };
  });
}

/** What the home page shows: what one used lately, featured, popular, free and new skills, and collections. */
export async function readHome(caller: Caller | null): Promise<HomeParts> {
  const [used, { featured, others }, popular, free, newest] = await Promise.all([
    caller ? usedLately(caller) : [],
    readCollections(),
    skillsOf({ sort: "trending" }, caller),
    skillsOf({ free_calls: "true", sort: "rating" }, caller),
    skillsOf({ sort: "newest" }, caller),
  ]);
  const chosen = featured && {
    title: featured.title,
    href: `/collections/${FEATURED}`,
    skills: featured.skills,
  };
  return {
    sections: withoutRepeats([
      { title: "Recently used", href: "/usage", skills: used },
      ...(chosen ? [chosen] : []),
      { title: "Popular this week", href: "/?sort=trending", skills: popular },
      { title: "Free to try", href: "/?free_calls=true&sort=rating", skills: free },
      { title: "New", href: "/?sort=newest", skills: newest },
    ]),
    collections: others,
  };
}

/** The home page above the list of all skills; `own` are the ids of skills that the viewer has. */
export function Home({ sections, collections: others, own }: HomeParts & { own: Set<string> }) {
  return (
    <div className="mb-12 grid gap-10">
      {sections.map((section) => (
        <Section key={section.href} {...section} own={own} />
      ))}
      {others.length > 0 && (
        <section aria-labelledby="collections">
          <h2 id="collections" className="mb-3 text-xl font-semibold tracking-tight">
            Collections
          </h2>
          <ul className="grid grid-cols-1 gap-3 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
            {others.map(({ slug, title, description, skill_count }) => (
              <li key={slug} className="relative rounded-lg border border-line bg-surface p-4 hover:border-edge">
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

function Section({ title, skills, href, own }: SectionOfHome & { own: Set<string> }) {
  if (skills.length === 0) return null;
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
