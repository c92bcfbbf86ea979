import type { ReactNode } from "react";
import { getCategories } from "@/app/_lib/categories";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { ReportButton } from "@/app/(market)/skills/[slug]/_components/report";
import { ProvenDomains } from "@/components/skills/proven-domains";
import { TrustPanel } from "@/components/skills/trust-panel";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import { bytes, count } from "@/lib/interfaces/client/format";
import { provenOf } from "@/lib/supply/catalog/domains";
import { contentFacts } from "@/lib/supply/skills/content-fields";
import { freeCallsLeftLabel, shownPrice, thousandCallsText } from "@/lib/supply/skills/price-text";

/** Facts of a skill beside its readme, and the link to report it. */
export async function Aside({
  skill,
  contents,
  isSignedIn,
}: {
  skill: PageSkill;
  contents: PackageContents | null;
  isSignedIn: boolean;
}) {
  const category = (await getCategories()).find(({ slug }) => slug === skill.category);
  const domains = await provenOf(skill.developer.id);
  const { license, compatibility } = contents?.frontmatter ?? {};
  const { purchase, free_calls_left } = skill.access;
  const thousandCalls = thousandCallsText(skill);
  const facts: [string, ReactNode][] = [
    ["Price", shownPrice(skill)],
    ...(thousandCalls ? [["1,000 calls", thousandCalls] as [string, ReactNode]] : []),
    ...(free_calls_left ? [[freeCallsLeftLabel(skill.execution_type), free_calls_left] as [string, ReactNode]] : []),
    ...(purchase
      ? [
          [purchase.auto_renew ? "Renews" : "Ends", <RelativeTime key="end" time={purchase.current_period_end} />] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ["Rating", skill.rating.count > 0 ? `${skill.rating.average} of 5 (${skill.rating.count})` : "not rated yet"],
    [skill.execution_type === "download" ? "Total downloads" : "Total calls", count(skill.call_count)],
    ["Purchases", count(skill.purchase_count)],
    [
      "Category",
      <Link key="category" href={`/skills?category=${skill.category}`} className="hover:underline">
        {category?.title ?? skill.category}
      </Link>,
    ],
    ...contentFacts(skill).map(({ label, text }): [string, ReactNode] => [label, text]),
    ["Version", skill.version],
    ...(domains.length > 0
      ? [["Publisher's domain", <ProvenDomains key="domains" domains={domains} />] as [string, ReactNode]]
      : []),
    ...(license ? [["License", license] as [string, ReactNode]] : []),
    ...(compatibility ? [["Compatibility", compatibility] as [string, ReactNode]] : []),
    ...(skill.package
      ? ([
          ["Package", `${skill.package.version}, ${bytes(skill.package.size)}`],
          [
            "SHA-256",
            <code key="sha" className="text-2xs break-all">
              {skill.package.sha256}
            </code>,
          ],
        ] as [string, ReactNode][])
      : []),
  ];
  const isPrivate = skill.visibility === "organization";
  return (
    <aside className="grid content-start gap-5">
      <TrustPanel skill={skill} />
      <dl className="grid gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line pb-2">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {!isPrivate && (
        <a href={`/skills/${skill.slug}.md`} className="text-xs text-muted underline">
          This page as Markdown
        </a>
      )}
      {isSignedIn && (isPrivate || skill.access.reason !== "owner") && (
        <div className="grid justify-items-start gap-2">
          {!isPrivate && (
            <Link href={`/wallet/budgets?skill=${skill.slug}`} className="text-xs text-muted underline">
              Set a budget for this skill
            </Link>
          )}
          <ReportButton slug={skill.slug} name={skill.name} />
        </div>
      )}
    </aside>
  );
}
