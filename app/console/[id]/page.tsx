import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCaller } from "@/app/viewer";
import { SkillForm } from "@/components/console/skill-form";
import { StatusBadge } from "@/components/console/status";
import { relative } from "@/components/ui/format";
import { PageHead, Panel } from "@/components/ui/panel";
import { AppError } from "@/lib/core/errors";
import { isUuid } from "@/lib/core/ids";
import * as publishing from "@/lib/publishing/service";
import * as review from "@/lib/review/service";

export const metadata: Metadata = { title: "Edit skill", robots: { index: false } };

export default async function EditSkillPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const caller = await requireCaller(`/console/${id}`);
  const skill = isUuid(id)
    ? await publishing.get(caller, id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "not_found") return null;
        throw error;
      })
    : null;
  if (!skill) notFound();
  const { data: events } = await review.history(caller, id);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title={skill.name} action={<StatusBadge status={skill.status} />}>
        {skill.slug} · revision {skill.revision}
      </PageHead>
      {skill.rejection_reason && (
        <p className="mb-4 rounded-lg border border-line bg-raised px-4 py-3">
          Rejected: {skill.rejection_reason}
        </p>
      )}
      <SkillForm skill={skill} />
      <Panel title="Review history" className="mt-4">
        {events.length === 0 ? (
          <p className="text-muted">Not submitted yet.</p>
        ) : (
          <ol className="grid gap-2 text-sm">
            {events.map((event) => (
              <li key={event.id}>
                <strong className="font-medium">{event.action}</strong> of revision {event.revision} by{" "}
                {event.actor.name}, {relative(event.created_at)}
                {event.reason && <span className="block text-muted">{event.reason}</span>}
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </div>
  );
}
