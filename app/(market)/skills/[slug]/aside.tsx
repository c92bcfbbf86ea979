import type { ReactNode } from "react";
import type { PageSkill } from "@/app/(market)/skills/[slug]/facts";
import { BuyButton } from "@/components/skills/buy";
import { priceText } from "@/components/skills/price";
import { ReportButton } from "@/components/skills/report";
import { Ago } from "@/components/ui/ago";
import { buttonStyle } from "@/components/ui/button";
import { bytes, count } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { Balance } from "@/components/wallet/queries";

/** `balance` is that of the viewer, null for a visitor. */
type Props = { skill: PageSkill; balance: Balance | null };

/** Beside the readme: the one thing that the viewer can do next, and the facts. */
export function Aside({ skill, balance }: Props) {
  const { purchase, free_calls_left } = skill.access;
  const facts: [string, ReactNode][] = [
    ["Price", priceText(skill)],
    ...(free_calls_left ? [["Free calls left", free_calls_left] as [string, ReactNode]] : []),
    ...(purchase
      ? [
          [purchase.auto_renew ? "Renews" : "Ends", <Ago key="end" time={purchase.current_period_end} />] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    [
      "Rating",
      skill.rating.count > 0 ? `${skill.rating.average} of 5 (${skill.rating.count})` : "not rated yet",
    ],
    ["Calls", count(skill.call_count)],
    ["Purchases", count(skill.purchase_count)],
    ["Category", skill.category],
    ["Revision", skill.version],
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
  return (
    <aside className="grid content-start gap-4">
      <Panel>
        <p className="mb-3 font-mono text-lg font-semibold">{priceText(skill)}</p>
        <PrimaryAction skill={skill} balance={balance} />
      </Panel>
      <dl className="grid gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line pb-2">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <a href={`/skills/${skill.slug}.md`} className="text-xs text-muted underline">
        This page as Markdown
      </a>
      {balance && skill.access.reason !== "owner" && (
        <div>
          <ReportButton slug={skill.slug} name={skill.name} />
        </div>
      )}
    </aside>
  );
}

function PrimaryAction({ skill, balance }: Props) {
  if (!balance) {
    return (
      <a
        href={`/sign-in?next=${encodeURIComponent(`/skills/${skill.slug}`)}`}
        className={buttonStyle({ look: "primary", size: "lg" })}
      >
        Sign in to use it
      </a>
    );
  }
  if (skill.access.reason === "none" && skill.price !== null)
    return <BuyButton slug={skill.slug} price={skill.price} balance={balance} />;
  return (
    <div className="flex flex-wrap gap-2">
      {skill.execution_type !== "download" && (
        <a href={`/skills/${skill.slug}?tab=try`} className={buttonStyle({ look: "primary", size: "lg" })}>
          Run
        </a>
      )}
      {skill.package && (
        <a
          href={`/v1/skills/${skill.slug}/download`}
          className={buttonStyle({
            look: skill.execution_type === "download" ? "primary" : "plain",
            size: "lg",
          })}
        >
          Download
        </a>
      )}
    </div>
  );
}
