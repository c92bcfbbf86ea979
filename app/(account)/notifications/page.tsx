import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { MarkAllRead } from "@/app/(account)/notifications/_components/mark-all-read";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as notifications from "@/lib/platform/notifications/service";

export const metadata: Metadata = { title: "Notifications", robots: { index: false } };

const SHOWN = 20;

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<{ offset?: string }> }) {
  const caller = await requireCaller("/notifications");
  const offset = readOffset((await searchParams).offset);
  const [page, unread] = await Promise.all([
    notifications.list(caller, { limit: SHOWN, offset }),
    notifications.countUnread(caller),
  ]);
  return (
    <>
      <PageHead title="Notifications">Account activity; also sent by email.</PageHead>
      {unread > 0 && <MarkAllRead />}
      {page.data.length === 0 ? (
        <Empty title="Nothing has happened yet">
          Receipts, renewals, low balances and decisions of reviewers show up here.
        </Empty>
      ) : (
        <ul className="grid gap-2">
          {page.data.map((notice) => (
            <li
              key={notice.id}
              className="grid gap-1 rounded-lg border border-line bg-surface px-4 py-3 sm:grid-cols-[1fr_auto] sm:gap-4"
            >
              <div className="min-w-0">
                <h2 className="flex flex-wrap items-center gap-2 font-medium">
                  <span className="break-words">{notice.title}</span>
                  {notice.read_at === null && <Badge tone="ok">new</Badge>}
                </h2>
                <p className="text-sm break-words text-muted">{notice.text}</p>
                {notice.path && (
                  <Link className="text-sm text-accent-ink underline" href={notice.path}>
                    {notice.action}
                  </Link>
                )}
              </div>
              <span className="text-xs text-muted">
                <RelativeTime time={notice.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} href={(to) => `/notifications?offset=${to}`} />
    </>
  );
}
