import type { ReactNode } from "react";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  isMain?: boolean;
  /** Never broken over lines in the table's layout: codes, states, times. */
  isTight?: boolean;
  /** A button that needs no title beside it on a phone. */
  isAction?: boolean;
};

/** From this many columns on, a table needs more room before it is laid out as one. */
const MANY_COLUMNS = 6;

/** The classes of each layout: a table where its place is wide enough, else a list of titled values. */
const CLASSES = {
  few: {
    head: "@max-lg:sr-only",
    row: "@max-lg:flex @max-lg:flex-wrap @max-lg:items-baseline @max-lg:gap-x-4 @max-lg:gap-y-1 @max-lg:py-3",
    cell: "@lg:py-2 @lg:pr-4 @lg:last:pr-0 @max-lg:flex @max-lg:min-w-0 @max-lg:items-baseline @max-lg:gap-1.5",
    number: "@lg:text-right font-mono text-xs",
    main: "font-medium @max-lg:w-full",
    tight: "@lg:whitespace-nowrap",
    label: "@lg:hidden",
  },
  many: {
    head: "@max-3xl:sr-only",
    row: "@max-3xl:flex @max-3xl:flex-wrap @max-3xl:items-baseline @max-3xl:gap-x-4 @max-3xl:gap-y-1 @max-3xl:py-3",
    cell: "@3xl:py-2 @3xl:pr-4 @3xl:last:pr-0 @max-3xl:flex @max-3xl:min-w-0 @max-3xl:items-baseline @max-3xl:gap-1.5",
    number: "@3xl:text-right font-mono text-xs",
    main: "font-medium @max-3xl:w-full",
    tight: "@3xl:whitespace-nowrap",
    label: "@3xl:hidden",
  },
};

/** Rows in columns; in a narrow place each row shows its main value, and below it the others with their titles. */
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
  const style = columns.length >= MANY_COLUMNS ? CLASSES.many : CLASSES.few;
  return (
    <div className="@container">
      <table className="w-full text-sm" aria-label={label}>
        <thead className={style.head}>
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
            <tr key={keyOf(row)} className={`border-b border-line last:border-0 ${style.row}`}>
              {columns.map(({ title, cell, isNumber, isMain, isTight, isAction }) => (
                <td
                  key={title}
                  className={`${style.cell} ${isNumber ? style.number : ""} ${isMain ? style.main : ""} ${isTight || isNumber ? style.tight : ""}`}
                >
                  {!isMain && !isAction && (
                    <span className={`shrink-0 font-sans text-xs text-muted ${style.label}`} aria-hidden="true">
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
    </div>
  );
}
