import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Filters } from "@/components/ui/filters";
import { hrefOf } from "@/components/ui/href";
import { Pager, type Slice } from "@/components/ui/pager";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/segmented";

type Params = Record<string, string | undefined>;
/** One parameter with few values, as links above the list. */
type Segments = {
  label: string;
  name: string;
  current: string | undefined;
  options: readonly (readonly [value: string | undefined, title: ReactNode])[];
};
type Props<Row> = {
  /** The head of the page; a list below another head has none. */
  title?: string;
  about?: ReactNode;
  action?: ReactNode;
  path: string;
  /** What the address asks for, without the place in the list. */
  params: Params;
  segments?: Segments;
  /** Fields of the filters besides those of `Filters`. */
  fields?: ReactNode;
  /** What the list is called. */
  label: string;
  /** The rows; null when the address asks for something that can't be. */
  page: (Slice & { data: Row[] }) | null;
  keyOf: (row: Row) => string;
  empty: { title: string; text?: ReactNode };
} & Pick<Parameters<typeof Filters>[0], "search" | "choices" | "keep"> &
  // Rows of a table, or parts of a list.
  ({ columns: Column<Row>[]; card?: never } | { columns?: never; card: (row: Row) => ReactNode });

/** A list whose filters and place are in the address: head, filters, rows, pager, and what is said without rows. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, about, action, path, segments, search, choices, keep, fields, page, empty } = props;
  const { offset: _, limit: __, ...params } = props.params;
  return (
    <>
      {title && (
        <PageHead title={title} action={action}>
          {about}
        </PageHead>
      )}
      {segments && (
        <div className="mb-4">
          <Segmented
            label={segments.label}
            options={segments.options.map(([value, text]) => ({
              href: hrefOf(path, { ...params, [segments.name]: value }),
              title: text,
              isCurrent: value === segments.current,
            }))}
          />
        </div>
      )}
      {(search || choices || fields) && (
        <Filters action={path} values={params} search={search} choices={choices} keep={keep}>
          {fields}
        </Filters>
      )}
      {page === null ? (
        <Empty title="We can't read these filters">
          Dates look like 2026-11-20, and the first must not be after the last. Clear the filters to start over.
        </Empty>
      ) : page.data.length === 0 ? (
        <Empty title={empty.title}>{empty.text}</Empty>
      ) : (
        <Rows {...props} page={page} params={params} />
      )}
    </>
  );
}

function Rows<Row>(props: Props<Row> & { page: Slice & { data: Row[] } }) {
  const { path, params, label, page, keyOf, columns, card } = props;
  const pager = <Pager page={page} href={(offset) => hrefOf(path, { ...params, offset: offset || null })} />;
  if (columns)
    return (
      <Panel>
        <DataTable label={label} rows={page.data} keyOf={keyOf} columns={columns} />
        {pager}
      </Panel>
    );
  return (
    <>
      <ol className="grid gap-4" aria-label={label}>
        {page.data.map((row) => (
          <li key={keyOf(row)}>{card(row)}</li>
        ))}
      </ol>
      {pager}
    </>
  );
}

/** A title with how many there are. */
export function Counted({ title, count }: { title: string; count: number }) {
  return (
    <>
      {title} <span className="text-xs text-muted">{count}</span>
    </>
  );
}
