import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Evidence } from "@/app/admin/evidence";
import { requireCaller } from "@/app/viewer";
import { StatusBadge } from "@/components/console/status";
import { Decision } from "@/components/review/decision";
import { relative } from "@/components/ui/format";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { ReviewQuery } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";

export const metadata: Metadata = { title: "Review", robots: { index: false } };

const STATUSES = ["pending", "approved", "rejected", "draft"] as const;

export default async function ReviewPage({
  searchParams,
}: {
  searchParams: Promise<{ status?: string; skill?: string }>;
}) {
  const caller = await requireCaller("/admin");
  if (!caller.isAdmin) notFound();
  const { status: asked, skill: chosen } = await searchParams;
  const status = STATUSES.find((known) => known === asked) ?? "pending";
  const { data, total } = await review.list(ReviewQuery.parse({ status, limit: "100" }));
  const index = Math.max(
    0,
    data.findIndex(({ id }) => id === chosen),
  );
  const current = data[index];
  const at = (place: number) => `/admin?status=${status}&skill=${data[place]?.id ?? ""}`;
  return (
    <>
      <PageHead title="Review">Oldest first. Keys: j and k move, a approves, r writes the reason.</PageHead>
      <nav aria-label="Status" className="mb-4 flex gap-1 text-sm">
        {STATUSES.map((known) => (
          <a
            key={known}
            href={`/admin?status=${known}`}
            aria-current={known === status ? "page" : undefined}
            className={`rounded-md px-2.5 py-1 ${known === status ? "bg-raised font-medium" : "text-muted hover:text-fg"}`}
          >
            {known} {known === status && total}
          </a>
        ))}
      </nav>
      {!current ? (
        <Empty title={status === "pending" ? "Nothing waits for review" : `Nothing is ${status}`} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-[16rem_1fr]">
          <ol className="grid content-start gap-1">
            {data.map((skill, place) => (
              <li key={skill.id}>
                <a
                  href={at(place)}
                  id={place === index + 1 ? "next-item" : place === index - 1 ? "previous-item" : undefined}
                  aria-current={place === index ? "true" : undefined}
                  className={`block rounded-md border px-3 py-2 ${place === index ? "border-accent bg-surface" : "border-transparent hover:bg-raised"}`}
                >
                  <span className="block font-medium">{skill.name}</span>
                  <span className="text-xs text-muted">
                    {skill.developer.name} · {relative(new Date(skill.submitted_at ?? skill.updated_at))}
                  </span>
                </a>
              </li>
            ))}
          </ol>
          <div className="grid min-w-0 content-start gap-4">
            <Panel title={current.name} action={<StatusBadge status={current.status} />}>
              <Evidence skill={current} viewer={caller} />
            </Panel>
            {current.status === "pending" && (
              <Panel title={`Decision on revision ${current.revision}`}>
                <Decision skillId={current.id} revision={current.revision} next={`/admin?status=${status}`} />
              </Panel>
            )}
          </div>
        </div>
      )}
    </>
  );
}
