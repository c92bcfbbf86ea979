import { AdminActionDialog } from "@/components/admin/admin-action-dialog";
import { StatusBadge } from "@/components/console/status";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { dollars } from "@/lib/platform/core/dollars";
import type { ReviewDetail } from "@/lib/supply/review/schemas";
import { priceText } from "@/lib/supply/skills/price-text";

function runningText({ running_purchases: { count, refund } }: ReviewDetail): string {
  if (count === 0) return "No running purchases, so nothing is refunded.";
  const buyers = count === 1 ? "1 running purchase ends" : `${count} running purchases end`;
  return `${buyers} and buyers get back about ${dollars(refund)} for the unused part, from the developer's earnings and our fee. Unsuspending doesn't undo the refunds.`;
}

const foundIn = ({ malware }: ReviewDetail) => [...new Set(malware.map(({ found }) => found))].join(", ");

/** The skill that is looked at: what it is, its state, and its suspension. */
export function SkillHead({ skill }: { skill: ReviewDetail }) {
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-xl font-semibold tracking-tight">
            {skill.name}
            <StatusBadge status={skill.status} />
            {skill.live && <Badge tone="ok">live</Badge>}
            {skill.suspension && <Badge tone="bad">suspended</Badge>}
            {skill.sales_pause && <Badge tone="bad">sales paused</Badge>}
          </h2>
          <p className="mt-0.5 text-xs text-muted">
            {skill.live ? (
              <Link className="underline" href={`/skills/${skill.slug}`}>
                {skill.slug}
              </Link>
            ) : (
              skill.slug
            )}{" "}
            · {skill.developer.name} · {priceText(skill)} · revision {skill.revision}
            {skill.submitted_at && (
              <>
                , submitted <RelativeTime time={new Date(skill.submitted_at)} />
              </>
            )}
          </p>
        </div>
        {skill.suspension ? (
          <AdminActionDialog
            label="Unsuspend"
            title={`End the suspension of ${skill.name}`}
            operation="POST /v1/admin/skills/{id}/unsuspend"
            params={{ id: skill.id }}
            reasonLabel="Reason, stored in the skill's history"
          >
            The approved revision returns to the marketplace immediately. Refunds aren't undone.
          </AdminActionDialog>
        ) : (
          <div className="flex gap-2">
            {skill.sales_pause && (
              <AdminActionDialog
                label="Resume sales"
                title={`Resume sales of ${skill.name}`}
                operation="POST /v1/admin/skills/{id}/resume"
                params={{ id: skill.id }}
                reasonLabel="Reason, stored in the skill's history"
              >
                The approved version returns to the marketplace immediately. Two more severe differences pause its sales
                again.
              </AdminActionDialog>
            )}
            <AdminActionDialog
              label="Recall"
              title={`Recall ${skill.name} as malware`}
              operation="POST /v1/admin/skills/{id}/suspend"
              params={{ id: skill.id }}
              body={{ malware: true }}
              isDangerous
              reasonLabel="What was found, shown to everyone who has it"
            >
              It is suspended, every download stops, and everyone who bought or downloaded it, or called it in the last
              90 days, is warned. {runningText(skill)}
            </AdminActionDialog>
            <AdminActionDialog
              label="Suspend"
              title={`Suspend ${skill.name}`}
              operation="POST /v1/admin/skills/{id}/suspend"
              params={{ id: skill.id }}
              isDangerous
              reasonLabel="Reason, shown to the developer"
            >
              It leaves the marketplace immediately: buyers can no longer find, buy or call it. {runningText(skill)}
            </AdminActionDialog>
          </div>
        )}
      </div>
      {skill.suspension && (
        <p className="rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm">
          <span className="font-medium text-bad">
            Suspended <RelativeTime time={new Date(skill.suspension.since)} />.
          </span>{" "}
          {skill.suspension.reason}
        </p>
      )}
      {skill.sales_pause && (
        <p className="rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
          <span className="font-medium text-bad">
            Sales paused <RelativeTime time={new Date(skill.sales_pause.since)} />.
          </span>{" "}
          {skill.sales_pause.reason}
        </p>
      )}
      {skill.malware.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm">
          <p className="min-w-0 wrap-anywhere">
            <span className="font-medium text-bad">A malware scanner reports {foundIn(skill)}.</span> Downloads are
            paused.
          </p>
          <AdminActionDialog
            label="Clear report"
            title={`Clear the malware report about ${skill.name}`}
            operation="POST /v1/admin/skills/{id}/package/clear"
            params={{ id: skill.id }}
            body={{ reports: skill.malware }}
            reasonLabel="Reason, stored in the audit log"
          >
            Buyers can download it again. A different report pauses it again.
          </AdminActionDialog>
        </div>
      )}
      <NameFindings skill={skill} />
      {skill.open_reports > 0 && (
        <p className="rounded-md border border-warn/50 bg-raised px-3 py-2 text-sm">
          <Link className="underline" href={`/admin/reports?state=open&skill=${skill.slug}`}>
            {skill.open_reports} open {skill.open_reports === 1 ? "report" : "reports"} from users
          </Link>
        </p>
      )}
    </header>
  );
}

/** What a check since the approval found in the names of a listed skill. */
function NameFindings({ skill }: { skill: ReviewDetail }) {
  if (skill.name_findings.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-warn/50 bg-raised px-3 py-2 text-sm">
      <ul className="min-w-0 wrap-anywhere" aria-label="Found in its names since the approval">
        {skill.name_findings.map(({ cause, file, message }) => (
          <li key={cause}>
            <span className="font-medium">{file}:</span> <VisibleText text={message} />
          </li>
        ))}
      </ul>
      <AdminActionDialog
        label="Accept names"
        title={`Accept the names of ${skill.name}`}
        operation="POST /v1/admin/skills/{id}/names/clear"
        params={{ id: skill.id }}
        body={{ causes: skill.name_findings.map(({ cause }) => cause) }}
        reasonLabel="Reason, stored in the audit log"
      >
        These findings won't be shown again; new ones will. To take the skill off the marketplace, suspend it instead.
      </AdminActionDialog>
    </div>
  );
}
