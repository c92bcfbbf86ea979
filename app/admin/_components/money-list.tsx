import type { ReactNode } from "react";
import { hrefOf } from "@/app/admin/_lib/administrator";
import { Filters } from "@/components/admin/filters";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead, Panel } from "@/components/ui/panel";

type Options = [value: string, title: string][];
type Page<Row> = { data: Row[]; offset: number; limit: number; total: number; has_more: boolean };

/** A searchable list of what the processor moved: payments, disputes or payouts. */
export function MoneyList<Row extends { id: string }>({
  title,
  about,
  path,
  params,
  choices,
  page,
  columns,
}: {
  title: string;
  about: ReactNode;
  path: string;
  params: Record<string, string>;
  choices: { name: string; label: string; options: Options }[];
  page: Page<Row>;
  columns: Column<Row>[];
}) {
  return (
    <>
      <PageHead title={title}>{about}</PageHead>
      <Filters action={path} values={params} search="Email, name or processor id" choices={choices} />
      {page.data.length === 0 ? (
        <Empty title={`No ${title.toLowerCase()} match`}>
          Search for a part of an email or name, a whole id, or the processor's id.
        </Empty>
      ) : (
        <Panel>
          <DataTable label={title} rows={page.data} keyOf={({ id }) => id} columns={columns} />
          <Pager page={page} href={(offset) => hrefOf(path, { ...params, offset })} />
        </Panel>
      )}
    </>
  );
}

/** Links to the page of an account. */
export function AccountLink({ account: { id, email } }: { account: { id: string; email: string } }) {
  return (
    <Link className="hover:underline" href={`/admin/accounts/${id}`}>
      {email}
    </Link>
  );
}
