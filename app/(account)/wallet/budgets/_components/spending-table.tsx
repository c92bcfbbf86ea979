import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Spent } from "@/components/wallet/spent";
import type * as spending from "@/lib/demand/usage/spending";
import type { SpendingBy } from "@/lib/demand/usage/spending-schemas";
import type { Budget } from "@/lib/identity/budgets/schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Row = Awaited<ReturnType<typeof spending.spending>>["data"][number];
type Props = { rows: Row[]; by: SpendingBy; budgets: Budget[] };

const HEADS: Record<SpendingBy, string> = { skill: "Skill", key: "Key", member: "Member", day: "Day (UTC)" };

/** What was spent, each row beside the budgets that it counts in. */
export function SpendingTable({ rows, by, budgets }: Props) {
  const budgetsOf = ({ subject }: Row) => {
    if (by === "day") return budgets.filter(({ kind, period }) => kind === "account" && period === "day");
    return budgets.filter(
      ({ subject_id, skill }) => subject !== null && (by === "skill" ? skill : subject_id) === subject,
    );
  };
  return (
    <DataTable
      label={`Spent, by ${by}`}
      rows={rows}
      keyOf={({ subject }) => subject ?? "website"}
      columns={[
        { title: HEADS[by], isMain: true, cell: (row) => <Name row={row} by={by} /> },
        { title: "Spent", isNumber: true, cell: ({ spent }) => dollars(spent) },
        {
          title: "Budget",
          cell: (row) => {
            const own = budgetsOf(row);
            if (own.length === 0) return <span className="text-xs text-muted">none</span>;
            return own.map(({ id, spent, amount, period }) => (
              <Spent key={id} spent={by === "day" ? row.spent : spent} limit={amount} period={period} />
            ));
          },
        },
      ]}
    />
  );
}

function Name({ row: { subject, name }, by }: { row: Row; by: SpendingBy }) {
  if (subject === null) return by === "skill" ? "Other" : "Website";
  if (by !== "skill") return name ?? subject;
  return (
    <Link className="hover:underline" href={`/skills/${subject}`}>
      {name ?? subject}
    </Link>
  );
}
