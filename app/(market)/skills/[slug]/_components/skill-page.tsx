import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { contentsOf, skillOrNull } from "@/app/_lib/skill";
import { StructuredData } from "@/app/_lib/structured-data";
import { getBalance, getCaller } from "@/app/_lib/viewer";
import { ApiReference } from "@/app/(market)/skills/[slug]/_components/api";
import { Aside } from "@/app/(market)/skills/[slug]/_components/aside";
import { buyOf } from "@/app/(market)/skills/[slug]/_components/buy-of";
import { CredentialsNeeded } from "@/app/(market)/skills/[slug]/_components/credentials";
import { type PageSkill, skillFacts } from "@/app/(market)/skills/[slug]/_components/facts";
import { FavoriteButton } from "@/app/(market)/skills/[slug]/_components/favorite";
import { SkillHead } from "@/app/(market)/skills/[slug]/_components/head";
import { asTool, offerOf } from "@/app/(market)/skills/[slug]/_components/offer";
import { Overview } from "@/app/(market)/skills/[slug]/_components/overview";
import { PackageFiles } from "@/app/(market)/skills/[slug]/_components/package-files";
import { hasChoice, PricePanel } from "@/app/(market)/skills/[slug]/_components/price-panel";
import { Related } from "@/app/(market)/skills/[slug]/_components/related";
import { Reviews } from "@/app/(market)/skills/[slug]/_components/reviews";
import { SNIPPET_LANGUAGES } from "@/app/(market)/skills/[slug]/_components/snippets";
import { tabsOf } from "@/app/(market)/skills/[slug]/_components/tabs";
import { Tools } from "@/app/(market)/skills/[slug]/_components/tools";
import { Versions } from "@/app/(market)/skills/[slug]/_components/versions";
import { withheldFrom } from "@/app/(market)/skills/[slug]/_components/withheld";
import { Workbench } from "@/app/(market)/skills/[slug]/_components/workbench";
import { CountView } from "@/components/shell/count-view";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { LinkTabs } from "@/components/ui/link-tabs";
import * as guests from "@/lib/demand/execution/guests";
import * as offers from "@/lib/demand/purchases/plan-offers";
import * as cards from "@/lib/money/payments/cards";
import { type Affecting, affecting } from "@/lib/supply/advisories/installing";
import * as favorites from "@/lib/supply/catalog/favorites";
import * as malware from "@/lib/supply/packages/malware";
import { isDue, mostOf, nextRunText } from "@/lib/supply/skills/price-text";
import type { PlanUnits } from "@/lib/supply/skills/unit-estimate";

export type SkillPageProps = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{
    tab?: string;
    language?: string;
    offset?: string;
    sort?: string;
    rating?: string;
    path?: string;
    tool?: string;
    offer?: string;
  }>;
};

async function requireSkill(slug: string) {
  return (await skillOrNull(await getCaller(), slug)) ?? notFound();
}

/** The title of a skill's page, and what links to it show. */
export async function skillMetadata({ params }: Pick<SkillPageProps, "params">): Promise<Metadata> {
  const { slug } = await params;
  const skill = await requireSkill(slug);
  if (skill.visibility === "organization") return { title: skill.name, robots: { index: false } };
  return {
    title: skill.name,
    description: skill.description,
    alternates: { canonical: `/skills/${slug}`, types: { "text/markdown": `/skills/${slug}.md` } },
    openGraph: {
      type: "website",
      url: `/skills/${slug}`,
      title: skill.name,
      description: skill.description,
      images: [{ url: `/skills/${slug}/og.png?v=${skill.version}`, width: 1200, height: 630, alt: skill.name }],
    },
    twitter: { card: "summary_large_image" },
  };
}

/** The page of a skill, public or private. */
export async function SkillPage({ params, searchParams }: SkillPageProps) {
  const { slug } = await params;
  const [skill, caller, query] = await Promise.all([requireSkill(slug), getCaller(), searchParams]);
  const [balance, isGuest, saved, confirmAbove, contents, found, reported, withheld, offered] = await Promise.all([
    getBalance(),
    caller === null && guests.isOffered(skill.id),
    caller && favorites.find(caller, skill.id),
    caller ? cards.confirmAbove(caller) : 0,
    contentsOf(skill, caller),
    affecting(skill.id, skill.version),
    malware.foundIn(skill.id, skill.version),
    withheldFrom(caller, skill),
    caller && offers.offered(caller, skill.id),
  ]);
  const isPrivate = skill.visibility === "organization";
  const tabs = tabsOf(skill);
  const tab = tabs.find(({ id }) => id === query.tab)?.id ?? "overview";
  const hrefOf = (id: string) => `/skills/${slug}${id === "overview" ? "" : `?tab=${id}`}`;
  const here = query.offer ? `/skills/${slug}?offer=${encodeURIComponent(query.offer)}` : hrefOf(tab);
  const priced = { skill, balance, confirmAbove, isGuest, withheld, tab, offered, here };
  return (
    <>
      <Counted skill={skill} />
      <SkillHead
        skill={skill}
        save={caller && !isPrivate && <FavoriteButton slug={slug} saved={saved && { list: saved.list }} />}
        isWide={hasChoice(priced)}
        offer={<PricePanel {...priced} />}
      />
      {isPrivate ? <Private publisher={skill.developer.name} /> : skill.listed || <Unlisted />}
      <Findings found={found} />
      {reported && (
        <Callout tone="warn" title="Downloads are paused." className="mb-4 wrap-anywhere">
          A malware scanner reports {reported} in this version. A reviewer will check it.
        </Callout>
      )}
      <LinkTabs
        label="Parts of this page"
        tabs={tabs.map(({ id, title }) => ({ href: hrefOf(id), title }))}
        current={hrefOf(tab)}
      >
        {["overview", "try", "api"].includes(tab) && <CredentialsNeeded skill={skill} caller={caller} />}
        {tab === "try" || tab === "api" ? (
          <Use
            skill={skill}
            wanted={query.tool}
            view={tab}
            language={query.language}
            viewer={{ balance, confirmAbove, isGuest, isSignedIn: caller !== null }}
          />
        ) : (
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="min-w-0">
              {tab === "versions" ? (
                <Versions skillId={skill.id} slug={slug} caller={caller} />
              ) : tab === "reviews" ? (
                <Reviews skill={skill} viewer={caller} asked={query} />
              ) : tab === "files" ? (
                <PackageFiles skill={skill} contents={contents} viewer={caller} asked={query} />
              ) : (
                <Overview skill={skill} contents={contents} />
              )}
              {tab === "overview" && skill.listed && <Related slug={slug} caller={caller} />}
            </div>
            <Aside skill={skill} contents={contents} isSignedIn={caller !== null} />
          </div>
        )}
      </LinkTabs>
    </>
  );
}

const FOUND_TITLES: Record<Affecting["kind"], string> = {
  yank: "This version was yanked and can't be installed.",
  vulnerability: "This version has a security advisory.",
  malware: "This skill was recalled as malware.",
};

/** What was found of the version on the marketplace since its review. */
function Findings({ found }: { found: Affecting[] }) {
  return found.map(({ name, kind, by, reason }) => (
    <Callout key={name} tone="bad" title={FOUND_TITLES[kind]} className="mb-4 wrap-anywhere">
      {reason}{" "}
      <Link href={`/advisories#${name}`} className="underline">
        {name}
      </Link>
      , written by the {by}.
    </Callout>
  ));
}

type UseProps = {
  skill: PageSkill;
  /** The tool in the page's address. */
  wanted: string | undefined;
  view: "try" | "api";
  language: string | undefined;
  viewer: {
    balance: Awaited<ReturnType<typeof getBalance>>;
    confirmAbove: number;
    isGuest: boolean;
    isSignedIn: boolean;
  };
};

/** Where the skill, or one of its tools, is run, and the code that does the same. */
function Use({ skill, wanted, view, language, viewer: { balance, confirmAbove, isGuest, isSignedIn } }: UseProps) {
  const isOpen = (one: PageSkill["tools"][number]) =>
    guests.isOpenTool(skill.free_calls, { ...one, price: one.price ?? 0 });
  // A visitor begins with a tool that they may try.
  const { used, tool } = asTool(skill, wanted ?? (isGuest ? skill.tools.find(isOpen)?.name : undefined));
  const called = skill.tools.find(({ name }) => name === tool);
  return (
    <>
      <Tools slug={skill.slug} tools={skill.tools} current={tool ?? undefined} tab={view} />
      <div className={view === "api" ? "grid grid-cols-1 gap-6 lg:grid-cols-2" : ""}>
        <Workbench
          key={tool}
          view={view}
          language={SNIPPET_LANGUAGES.find((known) => known === language) ?? "curl"}
          offer={offerOf(used, tool)}
          maxPrice={maxPriceOf(used)}
          charge={{
            name: skill.name,
            amount: chargeOf(used),
            available: balance?.available ?? 0,
            confirmAbove,
            perCall: used.price_per_call ?? 0,
            units: used.units,
            planUnits: planUnitsOf(used),
          }}
          schema={used.api_schema}
          examples={used.examples ?? []}
          cost={nextRunText(used)}
          isSignedIn={isSignedIn}
          isGuest={isGuest && (!called || isOpen(called))}
          buy={buyOf(skill, balance, confirmAbove)}
          isWithheld={skill.access.reason === "not_allowed"}
        />
        {view === "api" && <ApiReference skill={used} />}
      </div>
    </>
  );
}

/** What machines read of a public skill, and the count of its views. */
function Counted({ skill }: { skill: PageSkill }) {
  return (
    <>
      {skill.visibility === "public" && <StructuredData facts={skillFacts(skill)} />}
      {skill.access.reason !== "owner" && <CountView key={skill.slug} skill={skill.slug} />}
    </>
  );
}

function Private({ publisher }: { publisher: string }) {
  return (
    <p className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      Private: only members of {publisher} find and use this skill, free of charge. No reviewer has looked at it.
    </p>
  );
}

function Unlisted() {
  return (
    <p className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      This skill has left the marketplace. What you paid for works until its period ends and doesn't renew.
    </p>
  );
}

/** The most that a run from this page may charge: what the page shows as its price, free calls aside. */
function maxPriceOf({ pricing_type, price_per_call, units, access }: PageSkill): number | null {
  return pricing_type === "usage" ? mostOf({ price_per_call, units }) : access.max_cost;
}

/** What the viewer's plan includes for a run; null without units, for a tool that takes none, and where the run renews the plan. */
function planUnitsOf({ access, price_per_call }: PageSkill): PlanUnits | null {
  const { purchase, included_units_left: left } = access;
  if (access.reason !== "purchase" || !purchase || !left || price_per_call === 0 || isDue(purchase)) return null;
  return { units: purchase.included_units, left };
}

/** What the next run charges at most. Of a skill that is free, a tool may have its own price. */
export function chargeOf({
  access,
  price_per_call,
  units,
}: Pick<PageSkill, "access" | "price_per_call" | "units">): number {
  if (access.reason === "purchase") return access.max_cost ?? 0;
  return access.reason === "pay_per_call" || access.reason === "free" ? mostOf({ price_per_call, units }) : 0;
}
