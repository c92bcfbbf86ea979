import type { Metadata } from "next";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { NewAdvisory, WithdrawAdvisory, YankForm } from "@/app/console/[id]/advisories/_components/forms";
import { AdvisoryCard } from "@/components/skills/advisory-card";
import { Empty, Panel } from "@/components/ui/panel";
import { shownOf } from "@/lib/supply/advisories/feed";
import { advisoriesOf, yankable } from "@/lib/supply/advisories/rows";
import { ADVISORY_SEVERITIES } from "@/lib/supply/advisories/schemas";

export const metadata: Metadata = { title: "Advisories", robots: { index: false } };

export default async function SkillAdvisoriesPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { skill } = await requireSkill(id);
  if (!skill.approved)
    return (
      <Empty title="No version was approved yet">
        Once one is, you can yank it or publish a security advisory about it here.
      </Empty>
    );
  const [rows, versions] = await Promise.all([advisoriesOf(id), yankable(id)]);
  return (
    <div className="grid max-w-4xl gap-4">
      {versions.length > 0 && (
        <Panel title="Yank a version">
          <YankForm id={id} versions={versions} />
        </Panel>
      )}
      <Panel title="Publish a security advisory">
        <NewAdvisory id={id} severities={ADVISORY_SEVERITIES} />
      </Panel>
      <Panel title="Advisories">
        {rows.length === 0 ? (
          <p className="text-sm text-muted">Yanked versions and advisories appear here.</p>
        ) : (
          <ul className="grid divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="py-2 first:pt-0 last:pb-0">
                <AdvisoryCard advisory={shownOf(row)}>
                  {row.by_marketplace ? (
                    <p className="text-xs text-muted">Published by the marketplace.</p>
                  ) : (
                    row.withdrawn_at === null && <WithdrawAdvisory id={id} advisory={row.id} kind={row.kind} />
                  )}
                </AdvisoryCard>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
