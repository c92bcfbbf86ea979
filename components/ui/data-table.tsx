import type { ReactNode } from "react";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  isMain?: boolean;
  /** Never broken over lines where there are columns: codes, states, times. */
  isTight?: boolean;
  /** A button that says by itself what it does, without a title beside it on a phone. */
  isAction?: boolean;
};

/** Rows in columns; on a phone each row becomes its main value, and below it the others one after the other with their titles. */
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
              className={`py-2 pr-4 font-medium whitespace-nowrap last:pr-0 ${isNumber ? "text-right" : ""}`}
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
            className="border-b border-line last:border-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-4 max-md:gap-y-1 max-md:py-3"
          >
            {columns.map(({ title, cell, isNumber, isMain, isTight, isAction }) => (
              <td
                key={title}
                className={`md:py-2 md:pr-4 md:last:pr-0 max-md:flex max-md:min-w-0 max-md:items-baseline max-md:gap-1.5 ${isNumber ? "md:text-right font-mono text-xs" : ""} ${isMain ? "font-medium max-md:w-full" : ""} ${isTight || isNumber ? "md:whitespace-nowrap" : ""}`}
              >
                {!isMain && !isAction && (
                  <span className="shrink-0 font-sans text-xs text-muted md:hidden" aria-hidden="true">
                    {title}
                  </span>
                )}
                <span className="min-w-0">{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
