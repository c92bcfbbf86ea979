import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { Badge, type Tone } from "@/components/ui/badge";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ReportState } from "@/lib/operator/safety/report-schemas";
import * as reports from "@/lib/operator/safety/reports";
import { REPORT_KIND_TITLES } from "@/lib/supply/skills/report-kinds";

export const metadata: Metadata = { title: "Your reports", robots: { index: false } };

const SHOWN = 25;
const OUTCOMES: Record<ReportState, [string, Tone]> = {
  open: ["under review", "warn"],
  dismissed: ["nothing found", "plain"],
  warned: ["developer asked to change it", "ok"],
  suspended: ["taken off the marketplace", "ok"],
};

export default async function OwnReportsPage({ searchParams }: { searchParams: Promise<{ offset?: string }> }) {
  const caller = await requireCaller("/reports");
  const offset = readOffset((await searchParams).offset);
  const page = await reports.listOwn(caller, { limit: SHOWN, offset });
  return (
    <ListPage
      title="Your reports"
      about="Problems you reported, and our decisions."
      path="/reports"
      params={{}}
      label="Your reports"
      page={page}
      keyOf={({ id }) => id}
      empty={{
        title: "You haven't reported anything",
        text: "You can report a skill on its page, below its facts.",
      }}
      columns={[
        { title: "Skill", isMain: true, cell: ({ skill }) => skill.name || "A private skill" },
        { title: "What", cell: ({ kind }) => REPORT_KIND_TITLES[kind] },
        {
          title: "Your words",
          cell: ({ text }) => <span className="line-clamp-2 max-w-md text-xs">{text}</span>,
        },
        { title: "When", cell: (row) => <RelativeTime time={new Date(row.created_at)} /> },
        {
          title: "Outcome",
          cell: ({ state }) => <Badge tone={OUTCOMES[state][1]}>{OUTCOMES[state][0]}</Badge>,
        },
      ]}
    />
  );
}
