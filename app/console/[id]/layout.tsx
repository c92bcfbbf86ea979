import type { ReactNode } from "react";
import { LifecycleActions } from "@/app/console/[id]/_components/lifecycle";
import { SkillTabs } from "@/app/console/[id]/_components/skill-tabs";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { StatusBadge } from "@/components/console/status";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";

export default async function SkillLayout({
  params,
  children,
}: {
  params: Promise<{ id: string }>;
  children: ReactNode;
}) {
  const { id } = await params;
  const { skill } = await requireSkill(id);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <Link href="/console" className="text-xs text-muted hover:text-fg">
            ← Your skills
          </Link>
          <h1 className="mt-1 flex flex-wrap items-center gap-2 text-2xl font-semibold tracking-tight">
            {skill.name} <StatusBadge status={skill.status} />
            {skill.live && <Badge tone="accent">live</Badge>}
            {skill.visibility === "organization" && <Badge>private</Badge>}
            {skill.sales_pause ? (
              <Badge tone="bad">sales paused</Badge>
            ) : (
              skill.unlisted_at && <Badge tone="warn">unlisted</Badge>
            )}
            {skill.suspension && <Badge tone="bad">suspended</Badge>}
          </h1>
          <p className="mt-1 text-xs text-muted">
            {skill.live || (skill.visibility === "organization" && skill.approved) ? (
              <Link className="underline underline-offset-2" href={`/skills/${skill.slug}`}>
                {skill.slug}
              </Link>
            ) : (
              <code>{skill.slug}</code>
            )}{" "}
            · revision {skill.revision}
          </p>
        </div>
        <LifecycleActions
          skill={{
            id: skill.id,
            status: skill.status,
            live: skill.live,
            isPrivate: skill.visibility === "organization",
            approved: skill.approved,
            unlisted: skill.unlisted_at !== null && skill.sales_pause === null,
            suspended: skill.suspension !== null,
          }}
        />
      </div>
      {skill.suspension && (
        <p className="mb-4 rounded-lg border border-bad/40 bg-raised px-4 py-3 text-sm">
          <strong className="font-medium text-bad">An administrator took this skill off the marketplace</strong>{" "}
          <RelativeTime time={skill.suspension.since} />:{" "}
          <span className="whitespace-pre-wrap">{skill.suspension.reason}</span>
        </p>
      )}
      {skill.sales_pause && (
        <div className="mb-4 rounded-lg border border-bad/40 bg-raised px-4 py-3 text-sm">
          <p>
            <strong className="font-medium text-bad">Sales are paused</strong>{" "}
            <RelativeTime time={skill.sales_pause.since} />. More than once, the endpoint responded differently than
            when it was reviewed, in a way that harms buyers:
          </p>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{skill.sales_pause.reason}</p>
          <p className="mt-1 text-muted">
            Subscriptions run to the end of their period. Correct the endpoint and{" "}
            {skill.appealed ? (
              "wait for an administrator, whom you have asked,"
            ) : (
              <Link className="underline underline-offset-2" href={`/console/${skill.id}/history`}>
                appeal
              </Link>
            )}{" "}
            or submit another version.
          </p>
        </div>
      )}
      <SkillTabs id={skill.id} isPrivate={skill.visibility === "organization"}>
        {children}
      </SkillTabs>
    </>
  );
}
