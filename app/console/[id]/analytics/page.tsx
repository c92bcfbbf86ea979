import type { Metadata } from "next";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { SkillAnalyticsView } from "@/app/console/[id]/analytics/_components/skill-analytics";
import { SpanLinks, spanOf } from "@/components/console/span-links";
import { SkillAnalytics } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import { consoleQueries } from "@/lib/interfaces/client/console-queries";
import { Prefetched } from "@/lib/interfaces/client/prefetched";

export const metadata: Metadata = { title: "Analytics", robots: { index: false } };

export default async function AnalyticsPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ days?: string }>;
}) {
  const [{ id }, { days: asked }] = await Promise.all([params, searchParams]);
  const { caller } = await requireSkill(id);
  const days = spanOf(asked);
  const found = SkillAnalytics.parse(await analytics.ofSkill(caller, id, { days }));
  return (
    <Prefetched reads={[[consoleQueries.analytics(id, days).queryKey, found]]}>
      <SkillAnalyticsView skillId={id} days={days}>
        <SpanLinks path={`/console/${id}/analytics`} current={days} />
      </SkillAnalyticsView>
    </Prefetched>
  );
}
