import type { Metadata } from "next";
import { REVIEW_STEPS } from "@/app/_lib/words";
import { approvedOf, requireSkill } from "@/app/console/[id]/_lib/skill";
import { Appeal } from "@/app/console/[id]/history/_components/appeal";
import { OlderVersions } from "@/app/console/[id]/history/_components/older-versions";
import { ContentDiff } from "@/components/review/content-diff";
import { Conversation } from "@/components/review/conversation";
import { Badge, type Tone } from "@/components/ui/badge";
import { Empty, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as olderVersions from "@/lib/supply/publishing/older-versions";
import * as comments from "@/lib/supply/review/comments";
import * as reviewHistory from "@/lib/supply/review/history";

export const metadata: Metadata = { title: "History", robots: { index: false } };

const TONES: Record<string, Tone> = {
  submit: "warn",
  appeal: "warn",
  approve: "ok",
  reject: "bad",
  relist: "accent",
  resume: "ok",
  suspend: "bad",
  unsuspend: "ok",
  warn: "warn",
};

export default async function HistoryPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { caller, skill } = await requireSkill(id);
  const [{ data: events }, approved, { data: remarks }, { data: older }] = await Promise.all([
    reviewHistory.of(caller, id),
    approvedOf(caller, id),
    comments.list(caller, id),
    olderVersions.list(caller, id),
  ]);
  return (
    <div className="grid max-w-4xl gap-4">
      {(skill.status === "rejected" || skill.sales_pause) && !skill.appealed && (
        <Appeal
          skillId={id}
          {...(skill.status === "rejected"
            ? { what: "rejection", reason: skill.rejection_reason }
            : { what: "pause", reason: skill.sales_pause?.reason ?? null })}
        />
      )}
      {approved && skill.revision !== approved.revision && (
        <Panel title={`Revision ${skill.revision} against revision ${approved.revision}, which is live`}>
          <ContentDiff before={approved} after={skill} same="No changes from the approved version." />
        </Panel>
      )}
      {older.length > 0 && <OlderVersions skillId={id} versions={older} />}
      {events.length === 0 ? (
        <Empty title="Not submitted yet">Submissions, decisions and reasons appear here.</Empty>
      ) : (
        <Panel title="Events">
          <ol className="grid divide-y divide-line">
            {events.map((event) => {
              return (
                <li key={event.id} className="grid gap-1 py-2 text-sm first:pt-0 last:pb-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <Badge tone={TONES[event.action] ?? "plain"}>{REVIEW_STEPS[event.action] ?? event.action}</Badge>
                    <span>
                      revision {event.revision}, by {event.actor.name}
                    </span>
                    <span className="text-xs text-muted">
                      <RelativeTime time={event.created_at} />
                    </span>
                  </p>
                  {event.reason && <p className="whitespace-pre-wrap text-muted">{event.reason}</p>}
                </li>
              );
            })}
          </ol>
        </Panel>
      )}
      {events.length > 0 && <Conversation comments={remarks} skillId={id} as="developer" />}
    </div>
  );
}
