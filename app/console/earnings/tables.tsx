import { Download } from "lucide-react";
import { Ago } from "@/components/ui/ago";
import { buttonStyle } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { Badge, Empty, Panel, type Tone } from "@/components/ui/panel";
import type * as earnings from "@/lib/ledger/earnings/service";
import type * as payouts from "@/lib/payouts/service";

const KINDS: Record<string, string> = {
  purchase: "Sale",
  renewal: "Renewal",
  execute: "Call",
  download: "Download",
  purchase_refund: "Refund",
  payout: "Payout",
  payout_returned: "Payout returned",
};
const STATES: Record<string, [string, Tone]> = {
  pending: ["being made", "plain"],
  in_transit: ["on its way", "accent"],
  paid: ["paid", "ok"],
  returning: ["coming back", "warn"],
  failed: ["failed", "bad"],
};
const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
/** `2026-11` as `November 2026`. */
export const monthName = (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`));
const MONEY = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 });
/** An amount with at least two decimals, so that columns of them line up; a dash where there is none. */
export const money = (amount: number | null) =>
  amount === null ? "–" : `${amount < 0 ? "−" : ""}${MONEY.format(Math.abs(amount))}`;

export function Payouts({ rows }: { rows: Awaited<ReturnType<typeof payouts.list>>["data"] }) {
  return (
    <Panel title="Payouts" className="mt-4">
      <DataTable
        label="Your payouts"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: "Asked for", isMain: true, cell: (row) => <Ago time={row.created_at} /> },
          {
            title: "State",
            cell: ({ state, failure }) => (
              <span className="inline-flex flex-wrap items-center gap-2 max-md:justify-end">
                <Badge tone={STATES[state]?.[1] ?? "plain"}>{STATES[state]?.[0] ?? state}</Badge>
                {failure && <span className="text-xs text-muted">{failure}</span>}
              </span>
            ),
          },
          { title: "How", cell: ({ origin }) => (origin === "monthly" ? "monthly" : "by you") },
          {
            title: "Returned",
            isNumber: true,
            cell: ({ returned }) => (returned > 0 ? money(returned) : "–"),
          },
          { title: "US dollars", isNumber: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Panel>
  );
}

type Link = (change: Record<string, string | undefined>) => string;

export function Entries({
  page,
  month,
  link,
}: {
  page: Awaited<ReturnType<typeof earnings.list>>;
  month: string | undefined;
  link: Link;
}) {
  return (
    <Panel
      title={month ? `Movements in ${monthName(month)}` : "Movements"}
      className="mt-4"
      action={
        month && (
          <a className={buttonStyle({ size: "sm", look: "quiet" })} href={link({ month: undefined })}>
            All months
          </a>
        )
      }
    >
      {page.data.length === 0 ? (
        <Empty title={month ? "Nothing moved in this month" : "Nothing has been sold yet"}>
          {month
            ? null
            : "Every sale, refund and payout shows up here, with its price, our fee and what is left."}
        </Empty>
      ) : (
        <DataTable
          label="Movements of your earnings"
          rows={page.data}
          keyOf={({ id }) => id}
          columns={[
            { title: "What", isMain: true, cell: ({ kind }) => KINDS[kind] ?? kind },
            {
              title: "Skill",
              cell: ({ skill }) =>
                skill === null ? (
                  "–"
                ) : (
                  <a className="break-all hover:underline" href={`/skills/${skill}`}>
                    {skill}
                  </a>
                ),
            },
            { title: "When", cell: (row) => <Ago time={row.created_at} /> },
            { title: "Price", isNumber: true, cell: ({ gross }) => money(gross) },
            { title: "Fee", isNumber: true, cell: ({ fee }) => money(fee) },
            { title: "Yours", isNumber: true, cell: ({ net }) => money(net) },
          ]}
        />
      )}
      <Pages page={page} link={link} />
    </Panel>
  );
}

function Pages({ page, link }: { page: { offset: number; limit: number; has_more: boolean }; link: Link }) {
  if (page.offset === 0 && !page.has_more) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex justify-between">
      {page.offset > 0 ? (
        <a
          className={buttonStyle({ size: "sm" })}
          href={link({ offset: String(Math.max(0, page.offset - page.limit)) })}
        >
          Newer
        </a>
      ) : (
        <span />
      )}
      {page.has_more && (
        <a className={buttonStyle({ size: "sm" })} href={link({ offset: String(page.offset + page.limit) })}>
          Older
        </a>
      )}
    </nav>
  );
}

export function Statements({
  rows,
  link,
}: {
  rows: Awaited<ReturnType<typeof earnings.statements>>["data"];
  link: Link;
}) {
  return (
    <Panel title="Statements" className="mt-4">
      <DataTable
        label="Your monthly statements"
        rows={rows}
        keyOf={({ month }) => month}
        columns={[
          {
            title: "Month (UTC)",
            isMain: true,
            cell: ({ month }) => (
              <a className="hover:underline" href={link({ month, offset: undefined })}>
                {monthName(month)}
              </a>
            ),
          },
          { title: "Sales", isNumber: true, cell: ({ sales }) => money(sales) },
          { title: "Refunds", isNumber: true, cell: ({ refunds }) => money(refunds) },
          { title: "Fees", isNumber: true, cell: ({ fees }) => money(fees) },
          { title: "Paid out", isNumber: true, cell: (row) => money(row.payouts) },
          { title: "At its end", isNumber: true, cell: ({ closing }) => money(closing) },
          {
            title: "File",
            isNumber: true,
            cell: ({ month }) => (
              <a
                className={buttonStyle({ size: "sm" })}
                href={`/v1/developer/earnings/statements/${month}`}
                download
                aria-label={`CSV of ${monthName(month)}`}
              >
                <Download size={12} aria-hidden />
                CSV
              </a>
            ),
          },
        ]}
      />
    </Panel>
  );
}
