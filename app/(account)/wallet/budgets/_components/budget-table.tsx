"use client";

import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { RelativeTime } from "@/components/ui/relative-time";
import { Spent } from "@/components/wallet/spent";
import type { Budget } from "@/lib/identity/budgets/schemas";
import { callApi } from "@/lib/interfaces/client/api";

const KINDS: Record<Budget["kind"], string> = {
  account: "account",
  member: "member",
  key: "key",
  program: "connected program",
  skill: "skill",
};

const nameOf = ({ name, kind }: Budget) => name ?? (kind === "account" ? "All spending" : "Deleted");

/** Every budget, with what its period has spent. */
export function BudgetTable({ rows, mayChange }: { rows: Budget[]; mayChange: boolean }) {
  if (rows.length === 0)
    return <p className="text-sm text-muted">No budgets yet: charges are limited by your balance alone.</p>;
  return (
    <DataTable
      label="Your budgets"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "For",
          isMain: true,
          cell: (row) => (
            <span className="grid justify-items-start gap-1">
              <span className="wrap-anywhere">{nameOf(row)}</span>
              {row.kind !== "account" && <Badge>{KINDS[row.kind]}</Badge>}
            </span>
          ),
        },
        {
          title: "Spent / budget",
          cell: ({ spent, amount, period }) => <Spent spent={spent} limit={amount} period={period} />,
        },
        {
          title: "Resets",
          cell: ({ resets_at }) => (resets_at ? <RelativeTime time={new Date(resets_at).toISOString()} /> : "never"),
        },
        {
          title: "Actions",
          isAction: true,
          cell: (row) =>
            mayChange &&
            row.kind !== "program" && (
              <ActionButton
                size="sm"
                variant="quiet"
                question={{
                  title: `Remove the budget for ${nameOf(row)}?`,
                  action: "Remove budget",
                  children:
                    "Charges that it would refuse are allowed again, within your other budgets and your balance.",
                }}
                send={() => callApi("DELETE /v1/budgets/{id}", { params: { id: row.id } })}
                done="Budget removed."
                refreshes
              >
                Remove …
              </ActionButton>
            ),
        },
      ]}
    />
  );
}
