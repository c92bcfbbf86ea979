import { SkillCard } from "@/components/skills/card";
import { Link } from "@/components/ui/link";
import * as usage from "@/lib/demand/usage/service";
import type { Caller } from "@/lib/platform/core/caller";
import { limitOf } from "@/lib/supply/catalog/allowed";
import * as collections from "@/lib/supply/catalog/collections";
import * as catalog from "@/lib/supply/catalog/service";
import { toSkillView } from "@/lib/supply/catalog/views";
import type { SkillView } from "@/lib/supply/skills/schemas";

const SHOWN = 3;
/** The first collection; the others are listed by name. */
const FEATURED = "featured";

type Shelf = { title: string; href: string; skills: SkillView[] };
type Collection = Awaited<ReturnType<typeof collections.list>>["data"][number];
export type ShelfParts = { shelves: Shelf[]; collections: Collection[] };

/** The skills that an account called or downloaded last, newest first, without those that left the marketplace. */
async function usedLately(caller: Caller): Promise<SkillView[]> {
  const slugs = await usage.lastUsed(caller, SHOWN);
  const listings = await Promise.all(slugs.map((slug) => catalog.findListing(slug, caller)));
  return listings.flatMap((listing) => (listing ? [toSkillView(listing)] : []));
}

/** What is above the list of all skills: what one used lately, what is featured, and the other collections. */
export async function readShelves(caller: Caller | null): Promise<ShelfParts> {
  const [used, { data }, only] = await Promise.all([
    caller ? usedLately(caller) : [],
    collections.list(),
    limitOf(caller),
  ]);
  const featured = data.some(({ slug }) => slug === FEATURED) ? await collections.get(FEATURED) : null;
  const isUsed = ({ id }: SkillView) => used.some((skill) => skill.id === id);
  const isAllowed = ({ id }: SkillView) => only === null || only.includes(id);
  const chosen = featured?.skills.filter((skill) => !isUsed(skill) && isAllowed(skill)).slice(0, SHOWN) ?? [];
  const shelves = [
    { title: "Recently used", href: "/usage", skills: used },
    { title: featured?.title ?? "", href: `/collections/${FEATURED}`, skills: chosen },
  ];
  return {
    shelves: shelves.filter(({ skills }) => skills.length > 0),
    collections: data.filter(({ slug }) => slug !== FEATURED),
  };
}

/** The shelves; `own` are the ids of skills that the viewer has. */
export function Shelves({ shelves, collections: others, own }: ShelfParts & { own: Set<string> }) {
  if (shelves.length === 0 && others.length === 0) return null;
  return (
    <div className="mb-8 grid grid-cols-1 gap-6">
      {shelves.map(({ title, href, skills }) => (
        <section key={href} aria-label={title}>
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 className="text-lg font-semibold">{title}</h2>
            <Link href={href} className="text-sm text-accent-ink hover:underline">
              See all<span className="sr-only"> of {title}</span>
            </Link>
          </div>
          <div className="-mx-4 grid snap-x scroll-px-4 auto-cols-[80%] grid-flow-col gap-3 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:auto-cols-fr sm:px-0">
            {skills.map((skill) => (
              <SkillCard key={skill.id} skill={skill} isOwned={own.has(skill.id)} />
            ))}
          </div>
        </section>
      ))}
      {others.length > 0 && (
        <nav aria-label="Collections" className="flex flex-wrap items-center gap-2 text-sm">
          <h2 className="mr-1 text-lg font-semibold">Collections</h2>
          {others.map(({ slug, title, skill_count }) => (
            <Link
              key={slug}
              href={`/collections/${slug}`}
              className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-surface px-3 hover:border-edge"
            >
              <span className="truncate" dir="auto">
                {title}
              </span>
              <span className="text-xs text-muted">{skill_count}</span>
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
