import type { Metadata } from "next";
import { getCategories } from "@/app/_lib/categories";
import { getCaller } from "@/app/_lib/viewer";
import { Applied, Facets } from "@/app/(market)/skills/_components/facets";
import { appliedOf, type Filters, hrefWith, readSearch, type Search } from "@/app/(market)/skills/_components/filters";
import { Nothing } from "@/app/(market)/skills/_components/nothing";
import { readShelves, Shelves } from "@/app/(market)/skills/_components/shelves";
import { AllowedSwitch } from "@/components/skills/allowed-switch";
import { SkillCard } from "@/components/skills/card";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty } from "@/components/ui/panel";
import * as usable from "@/lib/demand/purchases/access";
import type { Caller } from "@/lib/platform/core/caller";
import type { CategoryInfo } from "@/lib/supply/catalog/categories";
import { SORT_TITLES, SORTS } from "@/lib/supply/catalog/filters";
import * as privates from "@/lib/supply/catalog/private-catalog";
import type { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

/** Most private skills above those of the marketplace. */
const PRIVATE_SHOWN = 3;

type Props = { searchParams: Promise<Search> };

/** What the list is about: a search, a category, an order, or everything. */
function titleOf({ search, category, sort }: BrowseQuery, categories: CategoryInfo[]): string | null {
  if (search) return `“${search}”`;
  if (category) return categories.find(({ slug }) => slug === category)?.title ?? null;
  return sort ? SORT_TITLES[sort] : null;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const categories = await getCategories();
  const { query } = readSearch(await searchParams, categories);
  const title = titleOf(query, categories);
  const canonical = query.category && !query.search ? `/skills?category=${query.category}` : "/skills";
  return { title: title ?? "Skills", alternates: { canonical } };
}

export default async function SkillsPage({ searchParams }: Props) {
  const [caller, categories] = await Promise.all([getCaller(), getCategories()]);
  const mayLimit = caller?.organization?.isLimited ?? false;
  const { query, filters, ignored } = readSearch(await searchParams, categories, mayLimit);
  const isLimited = mayLimit && query.allowed !== "false";
  const isWhole = Object.keys(filters).length === 0 && ignored.length === 0;
  const [page, mine, above] = await Promise.all([
    catalog.browse(query, caller),
    caller && query.offset === 0 ? privates.browse(caller, { ...query, limit: PRIVATE_SHOWN }) : null,
    isWhole ? readShelves(caller) : null,
  ]);
  const shown = [...page.data, ...(above?.shelves ?? []).flatMap(({ skills }) => skills)];
  const own = caller
    ? await usable.ownedAmong(
        caller,
        shown.map(({ id }) => id),
      )
    : new Set<string>();
  const title = titleOf(query, categories);
  return (
    <>
      {mine && mine.total > 0 && caller && <PrivateSkills found={mine} caller={caller} search={query.search ?? ""} />}
      {above && <Shelves {...above} own={own} />}
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Facets
          counts={page.facets ?? {}}
          filters={filters}
          isCapped={page.total_capped === true}
          categories={categories}
        />
        <div className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div>
              <h1 className="text-xl font-semibold tracking-tight">
                {query.search ? `Results for ${title}` : (title ?? (isLimited ? "Allowed skills" : "All skills"))}
              </h1>
              <p className="text-sm text-muted" role="status">
                {page.total_capped ? "More than 10,000" : page.total.toLocaleString("en-US")}{" "}
                {page.total === 1 ? "skill" : "skills"}
                {isLimited && ` that ${caller?.name} allows`}
              </p>
              <AllowedSwitch caller={caller} isAll={!isLimited} hrefOf={(allowed) => hrefWith(filters, { allowed })} />
            </div>
            <Sorting query={query} filters={filters} />
          </div>
          <div className="mb-4 empty:hidden">
            <Applied filters={filters} categories={categories} />
          </div>
          <Corrected search={query.search} corrections={page.corrections} />
          <Ignored names={ignored} />
          {page.data.length === 0 ? (
            <NothingFound filters={filters} categories={categories} isPastEnd={page.total > 0} caller={caller} />
          ) : (
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {page.data.map((skill, at) => (
                <SkillCard
                  key={skill.id}
                  skill={skill}
                  isFirst={at === 0}
                  search={query.search ?? ""}
                  isOwned={own.has(skill.id)}
                />
              ))}
            </div>
          )}
          <Pager page={page} href={(offset) => hrefWith(filters, { offset: offset > 0 ? String(offset) : null })} />
        </div>
      </div>
    </>
  );
}

type PrivateProps = { found: Awaited<ReturnType<typeof privates.browse>>; caller: Caller; search: string };

/** The private skills of the organization for which the viewer acts that match, too. */
function PrivateSkills({ found, caller, search }: PrivateProps) {
  const all = `/organizations/${caller.organization?.handle}/skills${search ? `?search=${encodeURIComponent(search)}` : ""}`;
  return (
    <section aria-labelledby="private-skills" className="mb-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="private-skills" className="text-lg font-semibold tracking-tight">
          Private to {caller.name}
        </h2>
        <Link href={all} className="text-sm text-muted underline underline-offset-2 hover:text-fg">
          All {found.total}
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {found.data.map((skill) => (
          <SkillCard key={skill.id} skill={skill} search={search} isOwned />
        ))}
      </div>
    </section>
  );
}

/** The orders of the list. A search has one more, its own, until another is chosen. */
function Sorting({ query, filters }: { query: BrowseQuery; filters: Filters }) {
  const own = query.search ? [[null, "Best match"] as const] : [];
  const current = query.sort ?? (query.search ? null : "popular");
  return (
    <nav aria-label="Sort" className="-mx-2 flex max-w-full gap-1 overflow-x-auto px-2 text-xs [scrollbar-width:none]">
      {[...own, ...SORTS.map((sort) => [sort, SORT_TITLES[sort]] as const)].map(([sort, title]) => (
        <Link
          key={title}
          href={hrefWith(filters, { sort })}
          scroll={false}
          aria-current={sort === current ? "true" : undefined}
          className="inline-flex h-8 shrink-0 items-center rounded-md px-2 whitespace-nowrap text-muted hover:text-fg aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-fg"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

type CorrectedProps = {
  search: string | undefined;
  corrections: { typed: string; corrected: string }[] | undefined;
};

/** The corrections of a search. */
function Corrected({ search = "", corrections = [] }: CorrectedProps) {
  if (corrections.length === 0) return null;
  const meant = corrections.reduce(
    (text, { typed, corrected }) =>
      text
        .split(" ")
        .map((word) => (word.toLowerCase() === typed ? corrected : word))
        .join(" "),
    search,
  );
  return (
    <p role="status" className="mb-4 text-sm">
      Showing results for <strong>“{meant}”</strong>.
    </p>
  );
}

/** Why a filter of the URL was ignored. */
const IGNORED: Record<string, string> = {
  search: "Your search was ignored: it is longer than 200 characters. Shorten it and search again.",
  category: "The category was ignored: there is none of this name.",
};

function Ignored({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <p role="status" className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      {names.map((name) => IGNORED[name] ?? `The ${name.replaceAll("_", " ")} was ignored: it is not valid.`).join(" ")}
    </p>
  );
}

type NothingProps = { filters: Filters; categories: CategoryInfo[]; isPastEnd: boolean; caller: Caller | null };

function NothingFound({ filters, categories, isPastEnd, caller }: NothingProps) {
  if (isPastEnd) {
    return (
      <Empty title="This page is past the end of the list">
        <Link href={hrefWith(filters, {})} className={buttonStyle()}>
          Go to the first page
        </Link>
      </Empty>
    );
  }
  return <Nothing filters={filters} applied={appliedOf(filters, categories)} caller={caller} />;
}
