import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { Badge, type Tone } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { type SellerDecision, SellerDecisionKind } from "@/lib/operator/safety/seller-decision-schemas";
import * as decisions from "@/lib/operator/safety/seller-decisions";

export const metadata: Metadata = { title: "Decisions", robots: { index: false } };

const PATH = "/console/decisions";
const SHOWN = 25;
const KINDS: Record<SellerDecision["kind"], [title: string, tone: Tone]> = {
  rejection: ["Rejection", "bad"],
  suspension: ["Suspension", "bad"],
  pause: ["Pause", "warn"],
  warning: ["Warning", "warn"],
  advisory: ["Advisory", "warn"],
  removal: ["Removal", "bad"],
  withheld_payout: ["Payout", "bad"],
  name_claim: ["Name", "plain"],
};

export default async function DecisionsPage({
  searchParams,
}: {
  searchParams: Promise<{ offset?: string; kind?: string }>;
}) {
  const caller = await requireCaller(PATH);
  const { offset, kind: given } = await searchParams;
  const kind = SellerDecisionKind.options.find((known) => known === given);
  const page = await decisions.list(caller, { kind, limit: SHOWN, offset: readOffset(offset) });
  return (
    <ListPage
      title="Decisions"
      about="Everything decided about you and your skills that still holds: what, why, since when, and how to appeal."
      path={PATH}
      params={{ kind }}
      choices={[
        {
          name: "kind",
          label: "Kind",
          options: SellerDecisionKind.options.map((known) => [known, KINDS[known][0]] as const),
        },
      ]}
      label="Decisions"
      page={page}
      keyOf={({ id }) => id}
      empty={{
        title: "No decisions",
        text: "Rejections, suspensions, pauses, withheld payouts, removals and claims of your names appear here.",
      }}
      card={(decision) => <DecisionCard decision={decision} />}
    />
  );
}

function DecisionCard({ decision }: { decision: SellerDecision }) {
  const { kind, title, reason, evidence, since, appeal } = decision;
  const [name, tone] = KINDS[kind];
  return (
    <article aria-label={title} className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold wrap-anywhere">{title}</h2>
        <Badge tone={tone}>{name}</Badge>
        <span className="text-xs text-muted">
          <RelativeTime time={new Date(since)} />
        </span>
      </div>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {reason}
      </p>
      {evidence.length > 0 && (
        <div>
          <h3 className="text-xs font-medium text-muted">Evidence</h3>
          <ul className="mt-1 grid gap-1">
            {evidence.map((line) => (
              <li key={line} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="wrap-anywhere">
        <span className="font-medium">What you can do:</span> {appeal.how}{" "}
        <Link className="underline" href={appeal.page}>
          Open
        </Link>
      </p>
    </article>
  );
}
