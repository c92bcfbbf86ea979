import type { Metadata } from "next";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { emailOf } from "@/app/admin/_lib/party";
import { Moderate } from "@/app/admin/requests/_components/moderate";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import * as requests from "@/lib/demand/skill-requests/admin";
import { ModeratedRequestQuery } from "@/lib/demand/skill-requests/schemas";

export const metadata: Metadata = { title: "Requested skills", robots: { index: false } };

export default async function AdminRequestsPage({ searchParams }: { searchParams: Search }) {
  const shown = await readList("/admin/requests", searchParams, { query: ModeratedRequestQuery, list: requests.list });
  return (
    <ListPage
      title="Requested skills"
      about="What people ask for. Reported requests come first: keep or remove them."
      {...shown}
      search="Search requests"
      choices={[{ name: "reported", label: "State", options: [["true", "Reported"]] }]}
      label="Requested skills"
      keyOf={({ id }) => id}
      empty={{ title: shown.params.reported ? "No reported requests" : "No requests" }}
      columns={[
        {
          title: "Request",
          isMain: true,
          cell: ({ title, text, reported_at }) => (
            <span className="grid max-w-xl gap-1">
              <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
                {title} {reported_at && <Badge tone="warn">reported</Badge>}
              </span>
              {text && <span className="text-xs font-normal wrap-anywhere text-muted">{text}</span>}
            </span>
          ),
        },
        { title: "Votes", isNumber: true, cell: ({ votes }) => votes },
        {
          title: "Asked by",
          cell: ({ asked_by }) => (
            <Link className="underline wrap-anywhere" href={`/admin/accounts/${asked_by.id}`}>
              {emailOf(asked_by)}
            </Link>
          ),
        },
        { title: "When", cell: ({ created_at }) => <RelativeTime time={new Date(created_at)} /> },
        {
          title: "Actions",
          isAction: true,
          cell: ({ id, title, reported_at }) => <Moderate id={id} title={title} isReported={reported_at !== null} />,
        },
      ]}
    />
  );
}
