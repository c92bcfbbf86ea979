import type { Metadata } from "next";
import { paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { VisibleText } from "@/components/review/visible-text";
import { Badge, type Tone } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import {
  type Comparison,
  ComparisonQuery,
  ComparisonResult,
  NotComparedQuery,
} from "@/lib/demand/execution/comparison-schemas";
import * as comparisons from "@/lib/demand/execution/comparisons";
import * as notCompared from "@/lib/demand/execution/not-compared";
import { NOT_COMPARED } from "@/lib/supply/review/not-compared";

export const metadata: Metadata = { title: "Comparisons", robots: { index: false } };

const PATH = "/admin/comparisons";
const FOUND: Record<Comparison["found"], [title: string, tone: Tone]> = {
  severe: ["Severe", "bad"],
  minor: ["Minor", "warn"],
  none: ["No difference", "ok"],
  failed: ["Call failed", "plain"],
};

/** The value of the filter that shows what no comparison calls. */
const NONE = "not_compared";

export default async function ComparisonsPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const params = await paramsOf(searchParams);
  const shared = {
    title: "Comparisons",
    about: <About />,
    path: PATH,
    params,
    choices: [
      {
        name: "found",
        label: "Result",
        options: [
          ...ComparisonResult.options.map((known) => [known, FOUND[known][0]] as const),
          [NONE, "Not compared"] as const,
        ],
      },
    ],
  };
  if (params.found === NONE) {
    const { found: _, ...rest } = params;
    const query = NotComparedQuery.safeParse(rest);
    return (
      <ListPage
        {...shared}
        label="Skills that are not compared"
        page={query.success ? await notCompared.list(query.data) : null}
        keyOf={({ skill }) => skill.id}
        empty={{ title: "Every API skill is compared" }}
        card={({ skill, version, reason }) => (
          <article
            aria-label={skill.name}
            className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-4 text-sm"
          >
            <h2 className="font-semibold wrap-anywhere">
              <Link className="hover:underline" href={`/admin/queue?skill=${skill.id}`}>
                {skill.name}
              </Link>
            </h2>
            <span className="text-xs text-muted">version {version}</span>
            <p className="w-full">Not compared: {NOT_COMPARED[reason]}</p>
          </article>
        )}
      />
    );
  }
  const query = ComparisonQuery.safeParse(params);
  return (
    <ListPage
      {...shared}
      label="Comparisons"
      page={query.success ? await comparisons.list(query.data) : null}
      keyOf={({ id }) => id}
      empty={{ title: "No comparisons", text: "Skills are called at random times after their approval." }}
      card={(one) => <ComparisonCard one={one} />}
    />
  );
}

function ComparisonCard({ one }: { one: Comparison }) {
  const { skill, version, tool, called_at, found, differences, failure, sent, reviewed, received } = one;
  const [title, tone] = FOUND[found];
  return (
    <article
      aria-label={`Comparison of ${skill.name}`}
      className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold wrap-anywhere">
          <Link className="hover:underline" href={`/admin/queue?skill=${skill.id}`}>
            {skill.name}
          </Link>
        </h2>
        <Badge tone={tone}>{title}</Badge>
        <span className="text-xs text-muted wrap-anywhere">
          {tool && `Tool ${tool}, `}version {version}, <RelativeTime time={new Date(called_at)} />
        </span>
      </div>
      {failure && <p className="wrap-anywhere">{failure}</p>}
      {differences.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5">
          {differences.map((text) => (
            <li key={text} className="wrap-anywhere">
              <VisibleText text={text} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="cursor-pointer text-muted">What was compared</summary>
        <div className="mt-2 grid gap-3 lg:grid-cols-3">
          <Part title="Sent" text={sent === null ? null : JSON.stringify(sent, null, 2)} />
          <Part title="Response at the review" text={reviewed} />
          <Part title="Response now" text={received ?? (found === "none" ? "As reviewed." : null)} />
        </div>
      </details>
    </article>
  );
}

function Part({ title, text }: { title: string; text: string | null | undefined }) {
  return (
    <section className="min-w-0">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <pre className="mt-1 max-h-72 overflow-auto rounded-md border border-line bg-raised p-2 text-xs whitespace-pre-wrap wrap-anywhere">
        {text ? <VisibleText text={text} /> : "Not stored."}
      </pre>
    </section>
  );
}

function About() {
  return (
    <>
      Approved endpoints are called as a new customer would call them, at most three times a week, and the responses are
      compared with those that were reviewed. Skills that need the buyer's secret, that have only tools which may change
      something, or whose test call failed are{" "}
      <Link className="underline" href={`${PATH}?found=${NONE}`}>
        not compared
      </Link>
      .
    </>
  );
}
