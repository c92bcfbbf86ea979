import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { STATE_TITLES } from "@/components/wallet/approval-states";
import * as approvals from "@/lib/demand/approvals/service";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Approvals", robots: { index: false } };

const SHOWN = 25;

export default async function ApprovalsPage({
  searchParams,
}: {
  searchParams: Promise<{ show?: string; offset?: string }>;
}) {
  const [caller, asked] = [await requireCaller("/approvals"), await searchParams];
  const isAll = asked.show === "all";
  const page = await approvals.list(caller, {
    limit: SHOWN,
    offset: readOffset(asked.offset),
    pending: isAll ? "false" : "true",
  });
  return (
    <ListPage
      title="Approvals"
      about="Charges that your keys and connected programs may not make without you. Set the amount in your wallet, or for each key."
      path="/approvals"
      params={{ show: asked.show }}
      segments={{
        label: "Show",
        name: "show",
        current: isAll ? "all" : undefined,
        options: [
          [undefined, "Waiting"],
          ["all", "All"],
        ],
      }}
      label="Requests for approval"
      page={page}
      empty={{
        title: isAll ? "No requests yet" : "Nothing waits for you",
        text: "A request appears here when a key wants to spend more at once than you allow.",
      }}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Skill",
          isMain: true,
          cell: ({ id, skill }) => (
            <Link className="wrap-anywhere hover:underline" href={`/approvals/${id}`}>
              {skill.name || skill.slug}
            </Link>
          ),
        },
        { title: "Price", isNumber: true, cell: ({ price }) => dollars(price) },
        {
          title: "Asked by",
          cell: ({ key }) => (
            <span className="wrap-anywhere">
              {key.name ?? `${key.prefix}…`}
              {key.member && (
                <>
                  {" "}
                  of <bdi>{key.member.name}</bdi>
                </>
              )}
            </span>
          ),
        },
        { title: "State", isTight: true, cell: ({ state }) => <Badge>{STATE_TITLES[state]}</Badge> },
        {
          title: "When",
          isTight: true,
          cell: ({ created_at }) => <RelativeTime time={new Date(created_at).toISOString()} />,
        },
      ]}
    />
  );
}
