import type { ReactNode } from "react";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  isMain?: boolean;
  /** Never broken over lines where there are columns: codes, states, times. */
  isTight?: boolean;
};

/** Rows in columns; on a phone each row becomes a card with its titles beside the values. */
export function DataTable<Row>({
  columns,
  rows,
  keyOf,
  label,
}: {
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  label: string;
}) {
  return (
    <table className="w-full text-sm" aria-label={label}>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-left text-xs text-muted">
          {columns.map(({ title, isNumber }) => (
            <th
              key={title}
              scope="col"
              className={`py-2 pr-4 font-medium last:pr-0 ${isNumber ? "text-right" : ""}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="border-b border-line last:border-0 max-md:grid max-md:gap-1 max-md:py-3"
          >
            {columns.map(({ title, cell, isNumber, isMain, isTight }) => (
              <td
                key={title}
                className={`md:py-2 md:pr-4 md:last:pr-0 max-md:flex max-md:justify-between max-md:gap-4 ${isNumber ? "md:text-right font-mono text-xs" : ""} ${isMain ? "font-medium" : ""} ${isTight || isNumber ? "md:whitespace-nowrap" : ""}`}
              >
                <span className="shrink-0 text-muted md:hidden font-sans text-xs" aria-hidden="true">
                  {title}
                </span>
                <span className="max-md:text-right">{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
