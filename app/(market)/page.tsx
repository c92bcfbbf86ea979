import type { Metadata } from "next";
import { StructuredData } from "@/app/_lib/structured-data";
import { clientCommands } from "@/app/(market)/_components/clients";
import { CommandLine } from "@/app/(market)/_components/command-line";
import { stepPictures } from "@/app/(market)/_components/pictures";
import { SearchField } from "@/components/shell/search-field";
import { imageHref } from "@/components/skills/image";
import { milliseconds, percent } from "@/components/skills/trust-text";
import { Link } from "@/components/ui/link";
import * as guests from "@/lib/demand/execution/guests";
import { count } from "@/lib/interfaces/client/format";
import { env } from "@/lib/platform/core/env";
import type { SiteSettings } from "@/lib/platform/site/schemas";
import * as site from "@/lib/platform/site/service";
import { figures, type MarketFigures } from "@/lib/supply/catalog/market-figures";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

/** The skills that the pictures are made of. */
const DRAWN = { pricing_type: "usage", sort: "popular", limit: "3" };

/** Most skills that a visitor is offered to try. */
const TRIED = 3;

export const metadata: Metadata = { alternates: { canonical: "/" } };

/** The site and its search, for search engines. */
function siteFacts(name: string) {
  const { PUBLIC_URL } = env();
  return {
    "@type": "WebSite",
    name,
    url: `${PUBLIC_URL}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${PUBLIC_URL}/skills?search={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}

export default async function LandingPage() {
  const [{ settings }, tried, measured, drawn] = await Promise.all([
    site.current(),
    guests.offered(TRIED),
    figures(),
    catalog.browse(BrowseQuery.parse(DRAWN), null),
  ]);
  return (
    <>
      <StructuredData facts={siteFacts(settings.marketplace_name)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-12 lg:gap-14 lg:pt-6" data-landing>
        <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-14">
          <div className="min-w-0">
            <h1 className="text-[1.625rem] leading-[1.15] font-semibold tracking-tight text-balance md:text-4xl lg:text-[2.75rem]">
              {sentencesOf(settings.landing_title).map((sentence) => (
                <span key={sentence} className="block">
                  {sentence}
                </span>
              ))}
            </h1>
            <p className="mt-2.5 max-w-xl text-base text-pretty text-muted md:mt-4 md:text-lg">
              {settings.landing_text}
            </p>
            <div className="mt-4 md:mt-6">
              <SearchField isLarge />
            </div>
            <TryNow skills={tried} />
          </div>
          <Wallet settings={settings} />
        </div>
        <Steps settings={settings} pictures={stepPictures(drawn.data)} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-3">
          <Figures measured={measured} />
          <Sellers settings={settings} />
        </div>
      </div>
    </>
  );
}

/** Skills whose first call needs no account, each by its name. */
function TryNow({ skills }: { skills: { slug: string; name: string }[] }) {
  if (skills.length === 0) return null;
  return (
    <p className="mt-3 flex max-w-xl flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-muted">Try now, no account:</span>
      {skills.map(({ slug, name }, at) => (
        <Link
          key={slug}
          href={`/skills/${slug}?tab=try`}
          isLikely={at === 0}
          className={`max-w-full truncate text-accent-ink underline underline-offset-2 ${at > 1 ? "max-md:hidden" : ""}`}
          dir="auto"
        >
          {name}
        </Link>
      ))}
    </p>
  );
}

/** The sentences of a heading, each of which begins a line. */
const sentencesOf = (text: string) => [...new Set(text.split(/(?<=[.!?])\s+/))];

function Wallet({ settings }: { settings: SiteSettings }) {
  return (
    <section
      aria-labelledby="wallet"
      className="min-w-0 rounded-xl border border-line bg-surface p-4 shadow-[0_1px_2px_oklch(.2_.02_80/.06),0_8px_24px_oklch(.2_.02_80/.05)] md:p-5 dark:shadow-none"
    >
      <h2 id="wallet" className="mb-2 text-xl font-semibold tracking-tight">
        {settings.landing_agent_title}
      </h2>
      <Clients />
      <p className="mt-3 text-sm text-pretty text-muted">
        {settings.landing_agent_text}{" "}
        <Link href="/docs/connect" className="text-accent-ink underline underline-offset-2">
          How it works
        </Link>
      </p>
    </section>
  );
}

/** Which command is seen, by the client that is chosen. */
const SEEN: Record<string, string> = {
  claude: "group-has-[#client-claude:checked]/clients:block",
  codex: "group-has-[#client-codex:checked]/clients:block",
  gemini: "group-has-[#client-gemini:checked]/clients:block",
  vscode: "group-has-[#client-vscode:checked]/clients:block",
  other: "group-has-[#client-other:checked]/clients:block",
};

/** The command of each client; radio buttons that look like tabs, so that the page needs no script for them. */
function Clients() {
  const commands = clientCommands(env().PUBLIC_URL);
  return (
    <fieldset className="group/clients grid min-w-0 gap-2">
      <legend className="sr-only">Your client</legend>
      <div className="flex gap-1 overflow-x-auto border-b border-line text-sm [scrollbar-width:none]">
        {commands.map(({ id, title }, at) => (
          <label
            key={id}
            htmlFor={`client-${id}`}
            className="relative -mb-px cursor-pointer border-b-2 border-transparent px-2.5 py-1.5 whitespace-nowrap text-muted hover:text-fg has-checked:border-accent has-checked:font-medium has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              id={`client-${id}`}
              name="client"
              defaultChecked={at === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {title}
          </label>
        ))}
      </div>
      {commands.map(({ id, command }) => (
        <div key={id} className={`hidden ${SEEN[id]}`}>
          <CommandLine command={command} isShell={id !== "other"} />
        </div>
      ))}
    </fieldset>
  );
}

type StepsProps = { settings: SiteSettings; pictures: React.ReactNode[] };

/** The steps with a picture each, or below the operator's picture; on a phone side by side, to be swiped. */
function Steps({ settings, pictures }: StepsProps) {
  const [steps, own] = [settings.landing_steps, settings.landing_picture];
  if (steps.length === 0) return null;
  return (
    <section aria-label="How it works">
      {own && <img src={imageHref(own)} alt="" className="mb-5 w-full rounded-lg border border-line" />}
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, which arrows do only where the focus is.
        tabIndex={0}
        className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:grid md:auto-cols-fr md:grid-flow-col md:gap-6 md:px-0"
      >
        {steps.map(({ title, text }, at) => (
          <li key={title} className="w-[78%] shrink-0 snap-start md:w-auto">
            {!own && pictures[at] && (
              <div
                aria-hidden
                inert
                className="mb-3 grid h-28 place-items-center overflow-hidden rounded-lg border border-line bg-raised md:h-56"
              >
                <div className="[zoom:0.48] md:[zoom:0.68] lg:[zoom:0.92]">{pictures[at]}</div>
              </div>
            )}
            <h2 className="font-semibold">
              <span className="mr-1.5 text-muted tabular-nums">{at + 1}</span>
              {title}
            </h2>
            <p className="mt-0.5 text-sm text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What is measured, as far as there is enough of it. */
function Figures({ measured }: { measured: MarketFigures }) {
  const { skills, calls, success_rate, p50_ms, refund_rate } = measured;
  const shown = [
    skills !== null && ["skills", count(skills)],
    calls !== null && ["calls", count(calls)],
    success_rate !== null && ["succeed", percent(success_rate)],
    p50_ms !== null && ["median", milliseconds(p50_ms)],
    refund_rate !== null && ["refunded", percent(refund_rate)],
  ].filter((figure) => figure !== false) as [string, string][];
  if (shown.length === 0) return null;
  return (
    <dl
      title="Measured in the last 30 days"
      className="flex w-full flex-wrap justify-between gap-x-4 gap-y-1 md:w-auto md:gap-x-8"
    >
      {shown.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse gap-x-1.5 md:flex-row-reverse md:items-baseline">
          <dt className="text-xs text-muted md:text-sm">{name}</dt>
          <dd className="text-lg font-semibold tracking-tight tabular-nums md:text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sellers({ settings }: { settings: SiteSettings }) {
  const [text, fee] = [settings.landing_seller_text, settings.fee_percent];
  if (text === null) return null;
  return (
    <p className="text-sm text-muted">
      {text.replaceAll("{{share}}", percent(1 - fee / 100))}{" "}
      <Link href="/sell" className="whitespace-nowrap text-accent-ink underline underline-offset-2">
        Start selling
      </Link>
    </p>
  );
}
