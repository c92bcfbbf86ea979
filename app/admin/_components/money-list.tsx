import type { Column } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { isPlaceholder } from "@/lib/identity/accounts/organization-accounts";

/** A searchable list of what the processor moved: payments, disputes or payouts. */
export function MoneyList<Row extends { id: string }>({
  title,
  ...rest
}: Pick<Parameters<typeof ListPage<Row>>[0], "about" | "path" | "params" | "choices" | "page"> & {
  title: string;
  columns: Column<Row>[];
}) {
  return (
    <ListPage
      title={title}
      label={title}
      search="Email, name or processor id"
      keyOf={({ id }) => id}
      empty={{
        title: `No ${title.toLowerCase()} match`,
        text: "Search for part of an email or name, a whole id, or the processor's id.",
      }}
      {...rest}
    />
  );
}

type Party = { id: string; name: string; email: string };

/** Leads to an account: by its email, or by the name of an organization, which has none. */
export function AccountLink({ account: { id, name, email } }: { account: Party }) {
  return (
    <Link className="hover:underline" href={`/admin/accounts/${id}`}>
      {isPlaceholder(email) ? name : email}
    </Link>
  );
}
