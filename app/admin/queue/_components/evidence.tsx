import type { ReactNode } from "react";
import { REVIEW_STEPS } from "@/app/_lib/words";
import { Source } from "@/app/admin/queue/_components/source";
import type { ReviewView, ViewHref } from "@/app/admin/queue/_components/view";
import { HighlightedBlock } from "@/components/code/highlighted";
import { BreakingChanges } from "@/components/review/breaking";
import { changedFields } from "@/components/review/compared";
import { ContentDiff } from "@/components/review/content-diff";
import { Images, isImages } from "@/components/review/images";
import { VisibleText } from "@/components/review/visible-text";
import { Readme } from "@/components/skills/readme";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { textPart } from "@/lib/supply/packages/parts";
import type { ReviewDetail } from "@/lib/supply/review/schemas";
import { visibleParts } from "@/lib/supply/skills/visible-text";

/** What has changed since the approved revision and since the rejected one, or all of it when nothing was approved yet. */
export function Content({ skill }: { skill: ReviewDetail }) {
  const { approved_revision: before, rejected_revision: rejected } = skill;
  const isSame = before?.revision === skill.revision;
  const wholeTitle = isSame ? "Approved revision" : rejected ? "All of it" : "First submission";
  return (
    <>
      {rejected && (
        <Panel id="resubmission" title={`Resubmission: changes since revision ${rejected.revision}, rejected`}>
          {rejected.rejection_reason && (
            <p className="mb-3 text-sm whitespace-pre-wrap">
              <span className="text-muted">Reason:</span> {rejected.rejection_reason}
            </p>
          )}
          <ContentDiff before={rejected} after={skill} same="No changes from the rejected revision." />
        </Panel>
      )}
      <Panel
        id="content"
        title={before && !isSame ? `Changes since revision ${before.revision}, approved` : wholeTitle}
      >
        {before && !isSame && (
          <BreakingChanges
            changes={skill.breaking_changes}
            title="May break existing users. They are notified once it is approved."
          />
        )}
        {before && !isSame ? (
          <ContentDiff before={before} after={skill} same="No changes from the approved revision." />
        ) : (
          <Whole skill={skill} />
        )}
      </Panel>
    </>
  );
}

/** Everything that the revision says, as it is, but the readme, which has its own panel. */
function Whole({ skill }: { skill: ReviewDetail }) {
  const fields = changedFields(null, skill).filter(({ name }) => name !== "Readme");
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[7rem_1fr]">
      {fields.map(
        ({ name, after }) =>
          after !== null && (
            <div key={name} className="grid gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="min-w-0 text-sm whitespace-pre-wrap">
                {isImages(name) ? (
                  <Images text={after} />
                ) : name === "Schema" ? (
                  <Schema text={after} />
                ) : (
                  <VisibleText text={after} />
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Highlighted, unless it has invisible characters. */
function Schema({ text }: { text: string }) {
  const isPlain = visibleParts(text).every(({ isHidden }) => !isHidden);
  return isPlain ? (
    <HighlightedBlock code={text} label="JSON Schema" language="json" />
  ) : (
    <Source text={text} label="JSON Schema" />
  );
}

/** The readme as agents get it, character by character, or as its page shows it to people. */
export function RawReadme({ skill, view, href }: { skill: ReviewDetail; view: ReviewView; href: ViewHref }) {
  const { readme, text_findings: findings } = skill;
  if (!readme) return null;
  const isRendered = view.readme === "rendered";
  const part = textPart(readme, { offset: view.readme === "rendered" ? 0 : view.readme });
  const choices = [
    { title: "What agents receive", href: href({ readme: null }, "readme"), isNow: !isRendered },
    { title: "What people see", href: href({ readme: "rendered" }, "readme"), isNow: isRendered },
  ];
  return (
    <Panel
      id="readme"
      title="Readme"
      action={
        <nav aria-label="Readme" className="flex gap-1 text-xs">
          {choices.map(({ title, href: to, isNow }) => (
            <Link
              key={title}
              href={to}
              scroll={false}
              aria-current={isNow ? "true" : undefined}
              className="rounded-md px-2 py-1 text-muted hover:text-fg aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-fg"
            >
              {title}
            </Link>
          ))}
        </nav>
      }
    >
      {isRendered ? (
        <Readme text={readme} />
      ) : (
        <div className="grid gap-3">
          <Source
            text={part.text}
            label="Readme, line by line"
            firstLine={part.line}
            remarks={findings.filter(({ file }) => file === "readme")}
          />
          {part.nextOffset !== null && (
            <Link className="text-xs text-accent-ink underline" href={href({ readme: part.nextOffset }, "readme")}>
              Show more
            </Link>
          )}
        </div>
      )}
    </Panel>
  );
}

/** Who publishes it, what became of the price, and what happened in review. */
export function Background({ skill }: { skill: ReviewDetail }) {
  const { developer_record: record, developer } = skill;
  const facts: [string, ReactNode][] = [
    [
      "Account",
      <span key="account" className="grid min-w-0 justify-items-end gap-1">
        <Link className="text-accent-ink underline wrap-anywhere" href={`/admin/accounts/${developer.id}`}>
          {developer.email}
        </Link>
        {!skill.email_verified && <Badge tone="warn">email not verified</Badge>}
      </span>,
    ],
    ["Registered", <RelativeTime key="since" time={new Date(record.registered_at)} />],
    [
      "Live skills",
      record.live_skills > 0 || record.approvals > 0 ? (
        record.live_skills
      ) : (
        <Badge key="first" tone="warn">
          first submission
        </Badge>
      ),
    ],
    ["Approved, rejected", `${record.approvals}, ${record.rejections}`],
    ["Warned or suspended", record.warnings],
  ];
  const prices = skill.history.filter(({ action }) => action === "reprice");
  const events = skill.history.filter(({ action }) => action !== "reprice");
  return (
    <Panel title="Developer">
      {record.suspended && (
        <p className="mb-2 text-sm text-bad">
          This developer is suspended: approved skills stay hidden until the suspension ends.
        </p>
      )}
      <dl className="grid gap-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {prices.length > 0 && (
        <Events title="Prices" events={prices}>
          {(event) => event.reason}
        </Events>
      )}
      <Events title="History" events={events}>
        {(event) => (
          <>
            {REVIEW_STEPS[event.action] ?? event.action}: revision {event.revision}, by {event.actor.name}
            {event.reason && <span className="block text-xs text-muted">{event.reason}</span>}
          </>
        )}
      </Events>
    </Panel>
  );
}

type Event = ReviewDetail["history"][number];
const EVENTS_SHOWN = 20;

function Events({
  title,
  events,
  children,
}: {
  title: string;
  events: Event[];
  children: (event: Event) => ReactNode;
}) {
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      <ol className="grid gap-1.5 text-sm">
        {events.slice(0, EVENTS_SHOWN).map((event) => (
          <li key={event.id} className="flex justify-between gap-3">
            <span className="min-w-0">{children(event)}</span>
            <span className="shrink-0 text-xs text-muted">
              <RelativeTime time={new Date(event.created_at)} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
