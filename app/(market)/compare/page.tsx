import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { getCaller } from "@/app/_lib/viewer";
import { type Asked, compareHref, readAsked, type Search } from "@/app/(market)/compare/_components/asked";
import { readComparison } from "@/app/(market)/compare/_components/comparison";
import { ComparisonTable } from "@/app/(market)/compare/_components/table";
import { RememberCompared } from "@/components/skills/compare-tray";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { NumberField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Empty, PageHead } from "@/components/ui/panel";
import { QueryForm } from "@/components/ui/query-form";
import type { Caller } from "@/lib/platform/core/caller";
import { related } from "@/lib/supply/catalog/related";
import { MAX_COMPARED } from "@/lib/supply/skills/compared";

export const metadata: Metadata = {
  title: "Compare skills",
  description: "Price for your number of calls, success rate, latency, ratings and parameters, side by side.",
  alternates: { canonical: "/compare" },
};

export default async function ComparePage({ searchParams }: { searchParams: Promise<Search> }) {
  const [caller, search] = await Promise.all([getCaller(), searchParams]);
  const asked = readAsked(search);
  const comparison = await readComparison(caller, asked);
  const { skills, missing } = comparison;
  const slugs = skills.map(({ slug }) => slug);
  return (
    <>
      {search.skills !== undefined && <RememberCompared skills={skills.map(({ slug, name }) => ({ slug, name }))} />}
      <PageHead title="Compare skills">
        {skills.length > 0
          ? "Measured from real calls. Send this page's address to share the comparison."
          : `Up to ${MAX_COMPARED} skills side by side: price, success, latency, ratings and parameters.`}
      </PageHead>
      <Left missing={missing} ignored={asked.ignored} />
      {skills.length === 0 ? (
        <Empty title="No skills chosen">
          <p>Choose skills in the list with the scales on their cards.</p>
          <Link href="/skills" className={`mt-3 ${buttonStyle({ variant: "primary" })}`}>
            Browse skills
          </Link>
        </Empty>
      ) : (
        <>
          <QueryForm action="/compare" className="mb-4 flex flex-wrap items-end gap-2">
            <input type="hidden" name="skills" value={slugs.join(",")} />
            <div className="w-44">
              <NumberField
                key={asked.calls}
                name="calls"
                label="Calls a month"
                limit="monthlyCalls"
                inputMode="numeric"
                defaultValue={asked.calls}
                required
              />
            </div>
            <Button type="submit">Update prices</Button>
            <a
              href={compareHref(slugs, asked.calls, "/compare.md")}
              className="ml-auto self-center text-xs text-muted underline"
            >
              This page as Markdown
            </a>
          </QueryForm>
          <ComparisonTable comparison={comparison} calls={asked.calls} />
          {slugs.length < MAX_COMPARED && <Others slugs={slugs} calls={asked.calls} caller={caller} />}
        </>
      )}
    </>
  );
}

/** What the address names and the table lacks. */
function Left({ missing, ignored }: { missing: string[] } & Pick<Asked, "ignored">) {
  const notes = [
    ...(missing.length > 0 ? [`No skill found for ${missing.map((slug) => `“${slug}”`).join(", ")}.`] : []),
    ...(ignored > 0 ? [`Only the first ${MAX_COMPARED} skills are shown.`] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <p role="status" className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm wrap-anywhere">
      {notes.join(" ")}
    </p>
  );
}

type OthersProps = { slugs: string[]; calls: number; caller: Caller | null };

/** Skills like the first one, each of which can be added. */
async function Others({ slugs, calls, caller }: OthersProps) {
  // A skill that has left the marketplace has none.
  const { data } = await related(slugs[0] ?? "", caller).catch(() => ({ data: [] }));
  const others = data.filter(({ slug }) => !slugs.includes(slug));
  return (
    <nav aria-label="Add a skill" className="mt-6 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">Add:</span>
      {others.map(({ slug, name }) => (
        <Link
          key={slug}
          href={compareHref([...slugs, slug], calls)}
          scroll={false}
          className="inline-flex h-8 max-w-64 items-center gap-1.5 rounded-full border border-line bg-surface px-3 hover:border-edge"
        >
          <Plus size={13} aria-hidden className="shrink-0" />
          <span className="truncate" dir="auto">
            {name}
          </span>
        </Link>
      ))}
      <Link href="/skills" className="text-accent-ink underline underline-offset-2">
        Choose from all skills
      </Link>
    </nav>
  );
}
