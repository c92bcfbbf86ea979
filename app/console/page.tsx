import { Ban, CircleAlert, CircleX, MessageSquare, PencilLine } from "lucide-react";
import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { HomeFacts } from "@/app/console/_components/home-facts";
import { SpanLinks, spanOf } from "@/components/console/span-links";
import { StatusBadge } from "@/components/console/status";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import type { Column } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { PageHead } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { home } from "@/lib/demand/analytics/console-home";
import { OverviewQuery } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import * as attention from "@/lib/demand/usage/attention";
import { may } from "@/lib/identity/keys/permissions";
import { count } from "@/lib/interfaces/client/format";
import { feeBpsOf } from "@/lib/money/ledger/fee";
import * as payoutAccounts from "@/lib/money/payouts/accounts";
import * as payouts from "@/lib/money/payouts/service";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Console", robots: { index: false } };

const MAX_SHOWN = 5;

type Asked = { days?: string; offset?: string };

export default async function ConsolePage({ searchParams }: { searchParams: Promise<Asked> }) {
  const [caller, asked] = [await requireCaller("/console"), await searchParams];
  const days = spanOf(asked.days);
  const offset = readOffset(asked.offset);
  const [figures, earnings, account, attentions, page, feeBps] = await Promise.all([
    home(caller),
    payouts.summary(caller),
    payoutAccounts.get(caller),
    attention.list(caller),
    analytics.overview(caller, OverviewQuery.parse({ days: String(days), offset: String(offset) })),
    feeBpsOf(caller.accountId),
  ]);
  const create = may(caller, "publish") && (
    <Link href="/console/new" className={buttonStyle({ variant: "primary" })}>
      New skill
    </Link>
  );
  return (
    <>
      <PageHead title="Your skills" action={create}>
        Publish an API, a package, or both. We review every version; the approved one stays live meanwhile.
      </PageHead>
      {page.total > 0 && <HomeFacts figures={figures} earnings={earnings} account={account} />}
      {attentions.total > 0 && <Attention items={attentions.data} total={attentions.total} />}
      <List
        label="Your skills"
        {...(page.total > 0 && {
          panel: { title: `Last ${days} days`, action: <SpanLinks path="/console" current={days} /> },
        })}
        path="/console"
        params={{ days: asked.days }}
        page={page}
        keyOf={({ skill }) => skill.id}
        empty={{
          title: "No skills yet",
          text: `Publish an API or a SKILL.md package. You keep ${100 - feeBps / 100}% of each sale.`,
        }}
        columns={COLUMNS}
      />
    </>
  );
}

type Item = Awaited<ReturnType<typeof attention.list>>["data"][number];

const LOOKS = {
  suspended: { Icon: Ban, tone: "text-bad", word: "is suspended", tab: "" },
  failing: { Icon: CircleX, tone: "text-bad", word: "fails", tab: "/calls?status=failed" },
  rejected: { Icon: CircleAlert, tone: "text-bad", word: "was rejected", tab: "" },
  incomplete: { Icon: PencilLine, tone: "text-warn", word: "is not complete", tab: "" },
  unanswered: { Icon: MessageSquare, tone: "text-accent-ink", word: "has reviews", tab: "/reviews" },
};

function Attention({ items, total }: { items: Item[]; total: number }) {
  return (
    <section aria-label="Needs attention" className="mb-4 rounded-lg border border-line bg-surface">
      <ul className="divide-y divide-line">
        {items.slice(0, MAX_SHOWN).map(({ kind, skill, message, since }) => {
          const { Icon, tone, word, tab } = LOOKS[kind];
          return (
            <li key={`${kind}-${skill.id}`} className="flex gap-3 px-4 py-2.5 text-sm">
              <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
              <p className="min-w-0 flex-1">
                <Link className="font-medium hover:underline" href={`/console/${skill.id}${tab}`}>
                  {skill.name} {word}
                </Link>{" "}
                <span className="text-muted">{message}</span>
              </p>
              <span className="text-xs whitespace-nowrap text-muted">
                <RelativeTime time={since} />
              </span>
            </li>
          );
        })}
      </ul>
      {total > MAX_SHOWN && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">and {total - MAX_SHOWN} more</p>
      )}
    </section>
  );
}

type Row = Awaited<ReturnType<typeof analytics.overview>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Skill",
    isMain: true,
    cell: ({ skill }) => (
      <Link className="hover:underline" href={`/console/${skill.id}`}>
        {skill.name}
      </Link>
    ),
  },
  { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: "Marketplace",
    cell: ({ live, skill }) =>
      live ? (
        <Link className="underline underline-offset-2" href={`/skills/${skill.slug}`}>
          live
        </Link>
      ) : (
        <Badge>{skill.slug.startsWith("@") ? "private" : "not live"}</Badge>
      ),
  },
  { title: "Calls", isNumber: true, cell: ({ calls, downloads }) => count(calls + downloads) },
  {
    title: "Success",
    isNumber: true,
    cell: ({ success_rate: rate }) =>
      rate === null ? "–" : <span className={rate < 0.95 ? "text-bad" : ""}>{(rate * 100).toFixed(1)}%</span>,
  },
  {
    title: "p95",
    isNumber: true,
    cell: ({ p95_ms }) => (p95_ms === null ? "–" : `${count(p95_ms)} ms`),
  },
  { title: "Views", isNumber: true, cell: ({ views }) => count(views) },
  { title: "Tried", isNumber: true, cell: ({ tried }) => count(tried) },
  {
    title: "Bought",
    isNumber: true,
    cell: ({ buyers, conversion: rate }) =>
      rate === null ? count(buyers) : `${count(buyers)} (${(rate * 100).toFixed(1)}%)`,
  },
  { title: "Earned", isNumber: true, cell: ({ earned }) => dollars(earned) },
];
