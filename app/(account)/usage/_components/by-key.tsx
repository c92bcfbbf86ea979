import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type * as usage from "@/lib/demand/usage/service";
import type { KeyRecord } from "@/lib/identity/keys/schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Props = {
  rows: Awaited<ReturnType<typeof usage.byKey>>;
  keys: KeyRecord[];
  link: (change: Record<string, string | null>) => string;
};

/** The totals of each key; a row narrows the page to it. */
export function ByKey({ rows, keys, link }: Props) {
  const titleOf = (id: string, prefix: string | null) => keys.find((key) => key.id === id)?.name ?? `${prefix}…`;
  return (
    <Panel title="By key" className="mb-4">
      <DataTable
        label="Calls by key"
        rows={rows}
        keyOf={({ key_id }) => key_id ?? "website"}
        columns={[
          {
            title: "Key",
            isMain: true,
            cell: ({ key_id, key_prefix }) =>
              key_id ? (
                <Link className="hover:underline" href={link({ key: key_id, at: null })}>
                  {titleOf(key_id, key_prefix)}
                </Link>
              ) : (
                "Website"
              ),
          },
          { title: "Calls", isNumber: true, cell: ({ calls }) => calls },
          { title: "Errors", isNumber: true, cell: ({ failed }) => failed },
          { title: "Cost", isNumber: true, cell: ({ cost }) => dollars(cost) },
        ]}
      />
    </Panel>
  );
}
