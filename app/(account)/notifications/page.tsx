import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { MarkAllRead } from "@/app/(account)/notifications/_components/mark-all-read";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import * as notifications from "@/lib/platform/notifications/service";

export const metadata: Metadata = { title: "Notifications", robots: { index: false } };

const PATH = "/notifications";
const SHOWN = 20;

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<{ offset?: string }> }) {
  const caller = await requireCaller(PATH);
  const offset = readOffset((await searchParams).offset);
  const [page, unread] = await Promise.all([
    notifications.list(caller, { limit: SHOWN, offset }),
    notifications.countUnread(caller),
  ]);
  return (
    <ListPage
      title="Notifications"
      about="Account activity. Also sent by email, unless you turned a kind off."
      action={unread > 0 && <MarkAllRead />}
      path={PATH}
      params={{}}
      label="Notifications"
      page={page}
      keyOf={({ id }) => id}
      empty={{
        title: "No notifications yet",
        text: "Receipts, renewals, low balances and review decisions appear here.",
      }}
      card={(notice) => <Notice {...notice} />}
    />
  );
}

function Notice(notice: Awaited<ReturnType<typeof notifications.list>>["data"][number]) {
  return (
    <article className="grid gap-1 rounded-lg border border-line bg-surface px-4 py-3 sm:grid-cols-[1fr_auto] sm:gap-4">
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
    </article>
  );
}
