import type { ComponentProps, ReactNode } from "react";
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
/** How rows are shown: as a table, as one part each, or all of them by another component. */
type Shown<Row> =
  | { columns: Column<Row>[]; keyOf: (row: Row) => string }
  | { card: (row: Row) => ReactNode; keyOf: (row: Row) => string }
  | { render: (rows: Row[]) => ReactNode };
type ListProps<Row> = {
  path: string;
  params: Params;
  /** The parameter of the place in the list. */
  place?: string;
  label: string;
  page: Slice & { data: Row[] };
  empty: { title: string; text?: ReactNode };
  /** The box around it; by default, tables have one without a title. */
  panel?: Omit<ComponentProps<typeof Panel>, "children">;
} & Shown<Row>;
type Props<Row> = Omit<ListProps<Row>, "page"> &
  Shown<Row> & {
    /** The head of the page; a list below another head has none. */
    title?: string;
    about?: ReactNode;
    action?: ReactNode;
    segments?: Segments;
    /** Fields of the filters besides those of `Filters`. */
    fields?: ReactNode;
    /** The rows; null when the address asks for something that can't be. */
    page: ListProps<Row>["page"] | null;
  } & Pick<Parameters<typeof Filters>[0], "search" | "choices" | "keep">;

/** A list whose filters and place are in the address: head, filters, rows, pager, and what is said without rows. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, about, action, path, segments, search, choices, keep, fields, page } = props;
  const { offset: _, limit: __, ...params } = props.params;
  return (
    <>
      {title && (
        <PageHead title={title} action={action}>
          {about}
        </PageHead>
      )}
      {segments && <SegmentsOf path={path} params={params} {...segments} />}
      {(search || choices || fields) && (
        <Filters action={path} values={params} search={search} choices={choices} keep={keep}>
          {fields}
        </Filters>
      )}
      {page ? (
        <List {...props} page={page} params={params} />
      ) : (
        <Empty title="We can't read these filters">
          Dates look like 2026-11-20, and the first must not be after the last. Clear the filters to start over.
        </Empty>
      )}
    </>
  );
}

/** One parameter of a list's address as links. */
export function SegmentsOf({
  path,
  params,
  label,
  name,
  current,
  options,
}: Segments & Pick<ListProps<unknown>, "path" | "params">) {
  return (
    <div className="mb-4">
      <Segmented
        label={label}
        options={options.map(([value, title]) => ({
          href: hrefOf(path, { ...params, [name]: value }),
          title,
          isCurrent: value === current,
        }))}
      />
    </div>
  );
}

/** The rows of a list with its pager, or what is said without any. */
export function List<Row>(props: ListProps<Row>) {
  const { path, params, place = "offset", page, empty, panel } = props;
  const at = (offset: number) => hrefOf(path, { ...params, [place]: offset || null });
  const isTable = "columns" in props && page.data.length > 0;
  const list = (
    <>
      {page.data.length > 0 ? <Rows {...props} /> : <Empty title={empty.title}>{empty.text}</Empty>}
      <Pager page={page} href={(offset) => `${at(offset)}${panel?.id ? `#${panel.id}` : ""}`} />
    </>
  );
  return panel || isTable ? <Panel {...panel}>{list}</Panel> : list;
}

function Rows<Row>(props: ListProps<Row>) {
  const rows = props.page.data;
  if ("render" in props) return props.render(rows);
  if ("columns" in props)
    return <DataTable label={props.label} rows={rows} keyOf={props.keyOf} columns={props.columns} />;
  return (
    <ol className="grid gap-4" aria-label={props.label}>
      {rows.map((row) => (
        <li key={props.keyOf(row)}>{props.card(row)}</li>
      ))}
    </ol>
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
