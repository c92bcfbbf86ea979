import type { Metadata } from "next";
import { StructuredData } from "@/app/_lib/structured-data";
import { getCaller } from "@/app/_lib/viewer";
import { SkillCard } from "@/components/skills/card";
import { buttonStyle } from "@/components/ui/button-style";
import { Empty } from "@/components/ui/panel";
import { BrowseQuery, SORTS } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { env } from "@/lib/core/env";
import * as usable from "@/lib/purchases/access";

const SORT_TITLES: Record<(typeof SORTS)[number], string> = {
  popular: "Popular",
  newest: "Newest",
  price_asc: "Price: low to high",
  price_desc: "Price: high to low",
  rating: "Best rated",
};
/** Filters that are on or off, beside the categories. */
const CHOICES = [
  ["Pricing", "pricing_type", { subscription: "Subscription", usage: "Per call" }],
  ["Use", "execution_type", { api: "API", download: "Package" }],
] as const;

type Search = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Search> };
type Filters = Record<string, string>;

/** What an address asks for, and the filters in it that cannot be read and are left out, by name. */
function readSearch(search: Search) {
  const given = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    ),
  ) as Filters;
  const parsed = BrowseQuery.safeParse(given);
  const ignored = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
  const filters = Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.has(name)));
  return { query: BrowseQuery.parse(filters), filters, ignored: [...ignored] };
}

/** What the list is about: a search, a category, or everything. */
async function titleOf({ search, category }: BrowseQuery): Promise<string | null> {
  if (search) return `“${search}”`;
  if (!category) return null;
  const { data } = await catalog.categories();
  return data.find(({ slug }) => slug === category)?.title ?? null;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { query } = readSearch(await searchParams);
  const title = await titleOf(query);
  const canonical = query.category && !query.search ? `/?category=${query.category}` : "/";
  return { ...(title && { title }), alternates: { canonical } };
}

/** The address of the same list with one filter changed; changing a filter begins at the first page. */
function hrefWith(filters: Filters, change: Record<string, string | null>): string {
  const next = new URLSearchParams(filters);
  if (!("offset" in change)) next.delete("offset");
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `/?${text}` : "/";
}

function Chip({ href, isOn, children }: { href: string; isOn: boolean; children: React.ReactNode }) {
  return (
    <a
      href={href}
      aria-current={isOn ? "true" : undefined}
      className={`inline-flex h-7 shrink-0 items-center gap-1 rounded-full border px-2.5 text-xs whitespace-nowrap ${isOn ? "border-transparent bg-accent text-accent-fg max-md:-order-1" : "border-line bg-surface text-muted hover:border-edge hover:text-fg"}`}
    >
      {children}
    </a>
  );
}

/** The site and its search, for search engines. */
function siteFacts() {
  const { PUBLIC_URL } = env();
  return {
    "@type": "WebSite",
    name: "Skills Marketplace",
    url: `${PUBLIC_URL}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${PUBLIC_URL}/?search={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}

export default async function MarketplacePage({ searchParams }: Props) {
  const { query, filters, ignored } = readSearch(await searchParams);
  const caller = await getCaller();
  const [page, categories] = await Promise.all([catalog.browse(query, caller), catalog.categories()]);
  const owned = caller
    ? await usable.ownedAmong(
        caller,
        page.data.map(({ id }) => id),
      )
    : new Set<string>();
  const title = (await titleOf(query)) ?? "Skills for agents and people";
  // The counts are of whole categories: beside a narrower list they would promise what is not there.
  const hasCounts = !query.search && !query.pricing_type && !query.execution_type;
  return (
    <>
      <StructuredData facts={siteFacts()} />
      <div className="mb-6">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 text-muted">
          Reviewed one by one. Pay by the call or by the month; a call that fails costs nothing.
        </p>
      </div>
      {/* On a phone one line, whose end is beyond the edge: all categories would fill half the screen. */}
      <nav
        aria-label="Categories"
        className="mb-3 flex gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:flex-wrap"
      >
        <Chip href={hrefWith(filters, { category: null })} isOn={!query.category}>
          All
        </Chip>
        {categories.data
          .filter(({ skill_count, slug }) => skill_count > 0 || slug === query.category)
          .map(({ slug, title: name, skill_count }) => (
            <Chip key={slug} href={hrefWith(filters, { category: slug })} isOn={slug === query.category}>
              {name} {hasCounts && <span className="opacity-80">{skill_count}</span>}
            </Chip>
          ))}
      </nav>
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line pb-3 text-xs">
        {CHOICES.map(([title, name, values]) => (
          <nav key={name} aria-label={title} className="flex gap-1.5">
            {Object.entries(values).map(([value, text]) => {
              const isOn = query[name] === value;
              return (
                <Chip key={value} href={hrefWith(filters, { [name]: isOn ? null : value })} isOn={isOn}>
                  {text}
                </Chip>
              );
            })}
          </nav>
        ))}
        <nav aria-label="Sort" className="flex flex-wrap gap-1">
          {SORTS.map((sort) => {
            const isOn = query.sort === sort || (!query.sort && !query.search && sort === "popular");
            return (
              <a
                key={sort}
                href={hrefWith(filters, { sort })}
                aria-current={isOn ? "true" : undefined}
                className={`rounded-md px-2 py-1 ${isOn ? "bg-raised font-medium" : "text-muted hover:text-fg"}`}
              >
                {SORT_TITLES[sort]}
              </a>
            );
          })}
        </nav>
        <p className="ml-auto text-muted" role="status">
          {page.total_capped ? "More than 10,000" : page.total} {page.total === 1 ? "skill" : "skills"}
        </p>
      </div>
      {ignored.length > 0 && (
        <p role="status" className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
          {ignored
            .map((name) => IGNORED[name] ?? `The ${name.replaceAll("_", " ")} was ignored: it is not valid.`)
            .join(" ")}
        </p>
      )}
      {page.data.length === 0 ? (
        <NothingFound filters={filters} isPastEnd={page.total > 0} />
      ) : (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {page.data.map((skill) => (
            <SkillCard
              key={skill.id}
              skill={skill}
              search={query.search ?? ""}
              isOwned={owned.has(skill.id)}
            />
          ))}
        </div>
      )}
      <PageLinks query={query} hasMore={page.has_more} filters={filters} />
    </>
  );
}

type PageLinksProps = { query: BrowseQuery; hasMore: boolean; filters: Filters };

function PageLinks({ query, hasMore, filters }: PageLinksProps) {
  return (
    <nav aria-label="Pages" className="mt-6 flex justify-between">
      {query.offset > 0 ? (
        <a
          className={buttonStyle()}
          href={hrefWith(filters, {
            offset: query.offset > query.limit ? String(query.offset - query.limit) : null,
          })}
          rel="prev"
        >
          Previous
        </a>
      ) : (
        <span />
      )}
      {hasMore && (
        <a
          className={buttonStyle()}
          href={hrefWith(filters, { offset: String(query.offset + query.limit) })}
          rel="next"
        >
          Next
        </a>
      )}
    </nav>
  );
}

const NAMES: Record<string, string> = {
  search: "Search",
  category: "Category",
  pricing_type: "Pricing",
  execution_type: "Type",
};
/** Why a filter of the address was left out. */
const IGNORED: Record<string, string> = {
  search: "Your search was ignored: it is longer than 200 characters. Shorten it and search again.",
  category: "The category was ignored: there is none of this name.",
};

function NothingFound({ filters, isPastEnd }: { filters: Filters; isPastEnd: boolean }) {
  if (isPastEnd) {
    return (
      <Empty title="This page is past the end of the list">
        <a href={hrefWith(filters, {})} className={buttonStyle()}>
          Go to the first page
        </a>
      </Empty>
    );
  }
  const active = Object.entries(filters).filter(([name]) => Object.hasOwn(NAMES, name));
  return (
    <Empty title="No results for these filters">
      <p>Remove a filter:</p>
      <p className="mt-3 flex flex-wrap justify-center gap-2">
        {active.map(([name, value]) => (
          <a key={name} href={hrefWith(filters, { [name]: null })} className={buttonStyle({ size: "sm" })}>
            {NAMES[name]}: {value} <span aria-hidden>×</span>
            <span className="sr-only">remove</span>
          </a>
        ))}
      </p>
    </Empty>
  );
}
