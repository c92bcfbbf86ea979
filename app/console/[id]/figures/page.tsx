import type { Metadata } from "next";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { SkillFiguresView } from "@/app/console/[id]/figures/_components/skill-figures";
import { SpanLinks, spanOf } from "@/components/console/span-links";
import { SkillFigures } from "@/lib/analytics/schemas";
import * as figures from "@/lib/analytics/service";
import { consoleQueries } from "@/lib/client/console-queries";
import { Prefetched } from "@/lib/client/prefetched";

export const metadata: Metadata = { title: "Figures", robots: { index: false } };

export default async function FiguresPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ days?: string }>;
}) {
  const [{ id }, { days: asked }] = await Promise.all([params, searchParams]);
  const { caller } = await requireSkill(id);
  const days = spanOf(asked);
  const found = SkillFigures.parse(await figures.ofSkill(caller, id, { days }));
  return (
    <Prefetched reads={[[consoleQueries.figures(id, days).queryKey, found]]}>
      <SkillFiguresView skillId={id} days={days}>
        <SpanLinks path={`/console/${id}/figures`} current={days} />
      </SkillFiguresView>
    </Prefetched>
  );
}
