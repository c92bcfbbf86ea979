import type { ReactNode } from "react";
import { REVIEW_STEPS } from "@/app/words";
import { PaintedBlock } from "@/components/code/painted";
import { textsOf } from "@/components/review/compared";
import { ContentDiff } from "@/components/review/content-diff";
import { Findings } from "@/components/review/findings";
import { Probe } from "@/components/review/probe";
import { Readme } from "@/components/skills/readme";
import { Ago } from "@/components/ui/ago";
import { Badge, Panel } from "@/components/ui/panel";
import type { ReviewDossier } from "@/lib/review/schemas";

/** What has changed since the approved revision, or all of it when none was approved yet. */
export function Content({ skill }: { skill: ReviewDossier }) {
  const before = skill.approved_revision;
  const isSame = before?.revision === skill.revision;
  return (
    <Panel
      title={
        isSame
          ? "What is approved"
          : before
            ? `Changes since revision ${before.revision}`
            : "What is new: all of it"
      }
    >
      {before && !isSame ? <ContentDiff before={before} after={skill} /> : <Whole skill={skill} />}
      {skill.readme && before && !isSame && (
        <details className="mt-4">
          <summary className="text-xs font-medium text-muted">Readme as people see it</summary>
          <div className="mt-2">
            <Readme text={skill.readme} />
          </div>
        </details>
      )}
    </Panel>
  );
}

/** Everything that the revision says, as it is. */
function Whole({ skill }: { skill: ReviewDossier }) {
  const { Readme: readme, ...texts } = textsOf(skill);
  return (
    <dl className="grid gap-3">
      {Object.entries(texts).map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <dt className="text-xs font-medium text-muted">{name}</dt>
              <dd className="mt-0.5 text-sm whitespace-pre-wrap">
                {name === "Schema" ? <PaintedBlock code={text} label="JSON Schema" language="json" /> : text}
              </dd>
            </div>
          ),
      )}
      {readme && (
        <div>
          <dt className="mb-1 text-xs font-medium text-muted">Readme</dt>
          <dd className="rounded-md border border-line p-3">
            <Readme text={readme} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What the checks say: the schema, the endpoint, the package. */
export function Checks({ skill }: { skill: ReviewDossier }) {
  return (
    <Panel title="Checks">
      <div className="grid gap-4">
        {skill.api_schema && (
          <Check title="Schema">
            {skill.schema_issues.length === 0 ? (
              <Badge tone="ok">a valid JSON Schema</Badge>
            ) : (
              <ul className="grid gap-1 text-sm">
                {skill.schema_issues.map(({ param, message }) => (
                  <li key={`${param}-${message}`}>
                    <code className="text-xs">{param}</code> {message}
                  </li>
                ))}
              </ul>
            )}
          </Check>
        )}
        {skill.api_endpoint && (
          <Check title="Endpoint">
            <Probe key={`${skill.id}-${skill.revision}`} skillId={skill.id} />
          </Check>
        )}
        {skill.package && (
          <Check title="Package">
            {skill.findings.length === 0 ? (
              <Badge tone="ok">nothing found</Badge>
            ) : (
              <Findings findings={skill.findings} label="Found in the package" />
            )}
          </Check>
        )}
        {!skill.api_endpoint && !skill.package && (
          <p className="text-sm text-muted">There is neither an endpoint nor a package to check.</p>
        )}
      </div>
    </Panel>
  );
}

function Check({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      {children}
    </div>
  );
}

/** Who publishes it, what became of the price, and what happened in review. */
export function Background({ skill }: { skill: ReviewDossier }) {
  const { developer_record: record, developer } = skill;
  const facts: [string, ReactNode][] = [
    ["Registered", <Ago key="since" time={new Date(record.registered_at)} />],
    ["Live skills", record.live_skills],
    ["Approved, rejected", `${record.approvals}, ${record.rejections}`],
    ["Warned or suspended", record.warnings],
  ];
  const prices = skill.history.filter(({ action }) => action === "reprice");
  const events = skill.history.filter(({ action }) => action !== "reprice");
  return (
    <Panel
      title="Developer"
      action={
        <a className="text-xs text-accent-ink underline" href={`/admin/accounts/${developer.id}`}>
          {developer.email}
        </a>
      }
    >
      {record.suspended && (
        <p className="mb-2 text-sm text-bad">This developer is suspended: an approval shows nothing yet.</p>
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

type Event = ReviewDossier["history"][number];
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
              <Ago time={new Date(event.created_at)} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
