import { Download } from "lucide-react";
import { TRANSACTIONS } from "@/app/_lib/words";
import { Badge, type Tone } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Chart } from "@/components/ui/chart";
import { DataTable } from "@/components/ui/data-table";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type * as earnings from "@/lib/money/ledger/earnings";
import type * as payouts from "@/lib/money/payouts/service";

const PATH = "/console/earnings";
type Asked = { month?: string | undefined; payouts?: string | undefined };

/** What a buyer has purchased is a sale to its developer. */
const KINDS: Record<string, string> = { ...TRANSACTIONS, purchase: "Sale" };
const STATES: Record<string, [string, Tone]> = {
  pending: ["pending", "plain"],
  in_transit: ["in transit", "accent"],
  paid: ["paid", "ok"],
  returning: ["returning", "warn"],
  failed: ["failed", "bad"],
};
const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
/** `2026-11` as `November 2026`. */
export const monthName = (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`));
const MONEY = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 });
/** Dollars with at least two decimals, so that columns of them line up; a dash where there is none. */
const money = (amount: number | null) =>
  amount === null ? "–" : `${amount < 0 ? "−" : ""}$${MONEY.format(Math.abs(amount))}`;

export function Payouts({ page, params }: { page: Awaited<ReturnType<typeof payouts.list>>; params: Asked }) {
  return (
    <List
      label="Your payouts"
      panel={{ title: "Payouts", className: "mt-4", id: "payouts" }}
      path={PATH}
      params={params}
      place="payouts"
      page={page}
      keyOf={({ id }) => id}
      empty={{ title: "No payouts yet" }}
      columns={[
        { title: "Requested", isMain: true, cell: (row) => <RelativeTime time={row.created_at} /> },
        {
          title: "State",
          cell: ({ state, failure }) => (
            <span className="inline-flex flex-wrap items-center gap-2 max-md:justify-end">
              <Badge tone={STATES[state]?.[1] ?? "plain"}>{STATES[state]?.[0] ?? state}</Badge>
              {failure && <span className="text-xs text-muted">{failure}</span>}
            </span>
          ),
        },
        { title: "How", cell: ({ origin }) => (origin === "monthly" ? "Monthly" : "Manual") },
        {
          title: "Returned",
          isNumber: true,
          cell: ({ returned }) => (returned > 0 ? money(returned) : "–"),
        },
        {
          title: "Amount",
          isNumber: true,
          cell: ({ amount, bank_amount, bank_currency }) => (
            <>
              {money(amount)}
              {bank_amount !== null && bank_currency !== null && bank_currency !== "usd" && (
                <span className="block text-xs text-muted">
                  {money(bank_amount)} {bank_currency.toUpperCase()}
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

export function Entries({ page, params }: { page: Awaited<ReturnType<typeof earnings.list>>; params: Asked }) {
  const { month } = params;
  return (
    <List
      label="Transactions of your earnings"
      panel={{
        title: month ? `Transactions in ${monthName(month)}` : "Transactions",
        id: "transactions",
        className: "mt-4",
        action: month && (
          <Link
            className={buttonStyle({ size: "sm", variant: "quiet" })}
            href={hrefOf(PATH, { ...params, month: null })}
          >
            All months
          </Link>
        ),
      }}
      path={PATH}
      params={params}
      page={page}
      keyOf={({ id }) => id}
      empty={
        month
          ? { title: "No transactions this month" }
          : {
              title: "No sales yet",
              text: "Sales, refunds and payouts appear here with the price, our fee and your share.",
            }
      }
      columns={[
        { title: "What", isMain: true, cell: ({ kind }) => KINDS[kind] ?? kind },
        {
          title: "Skill",
          cell: ({ skill }) =>
            skill === null ? (
              "–"
            ) : (
              <Link className="break-all hover:underline" href={`/skills/${skill}`}>
                {skill}
              </Link>
            ),
        },
        { title: "When", cell: (row) => <RelativeTime time={row.created_at} /> },
        { title: "Price", isNumber: true, cell: ({ gross }) => money(gross) },
        { title: "Fee", isNumber: true, cell: ({ fee }) => money(fee) },
        { title: "Yours", isNumber: true, cell: ({ net }) => money(net) },
      ]}
    />
  );
}

type StatementRow = Awaited<ReturnType<typeof earnings.statements>>["data"][number];

/** Sales, refunds and fees a month; a click on a month filters the transactions. */
function StatementChart({ rows, params }: { rows: StatementRow[]; params: Asked }) {
  const months = rows.toSorted((a, b) => a.month.localeCompare(b.month));
  return (
    <Chart
      title="Sales, refunds and fees a month"
      periods={months.map((row) => row.month)}
      isMoney
      series={[
        { name: "Sales", colour: "accent", values: months.map(({ sales }) => sales) },
        { name: "Refunds", colour: "bad", values: months.map(({ refunds }) => Math.abs(refunds)) },
        { name: "Fees", colour: 2, values: months.map(({ fees }) => Math.abs(fees)) },
      ]}
      open={{ href: hrefOf(PATH, { ...params, month: null }), parameter: "month", current: params.month ?? null }}
    />
  );
}

/** The months, drawn and as a table. */
export function Statements({ rows, params }: { rows: StatementRow[]; params: Asked }) {
  return (
    <Panel title="Statements" className="mt-4">
      {rows.length > 1 && (
        <div className="mb-4">
          <StatementChart rows={rows} params={params} />
        </div>
      )}
      <DataTable
        label="Your monthly statements"
        rows={rows}
        keyOf={({ month }) => month}
        columns={[
          {
            title: "Month (UTC)",
            isMain: true,
            cell: ({ month }) => (
              <Link className="hover:underline" href={hrefOf(PATH, { month })}>
                {monthName(month)}
              </Link>
            ),
          },
          { title: "Sales", isNumber: true, cell: ({ sales }) => money(sales) },
          { title: "Refunds", isNumber: true, cell: ({ refunds }) => money(refunds) },
          { title: "Fees", isNumber: true, cell: ({ fees }) => money(fees) },
          { title: "Paid out", isNumber: true, cell: (row) => money(row.payouts) },
          { title: "Closing balance", isNumber: true, cell: ({ closing }) => money(closing) },
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
