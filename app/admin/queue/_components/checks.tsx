import type { ReactNode } from "react";
import { Probe } from "@/app/admin/queue/_components/probe";
import { Findings } from "@/components/review/findings";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { SubmissionProbe } from "@/lib/demand/execution/probe-schemas";
import { counted } from "@/lib/platform/core/counted";
import { NOT_COMPARED } from "@/lib/supply/review/not-compared";
import type { ReviewDetail } from "@/lib/supply/review/schemas";

/** What the checks say: the texts, the schema, the endpoint. */
export function Checks({ skill, probe }: { skill: ReviewDetail; probe: SubmissionProbe | null }) {
  return (
    <Panel id="checks" title="Checks">
      <div className="grid gap-4">
        <Check title="Name, description, readme, schema">
          {skill.text_findings.length > 0 ? (
            <Findings findings={skill.text_findings} label="Findings in the text" />
          ) : (
            <p className="text-sm text-muted">
              No automated findings. These checks are limited; review the content yourself.
            </p>
          )}
        </Check>
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
        {probe?.tools && (
          <Check title="Tools">
            <ToolResults tools={probe.tools} />
          </Check>
        )}
        {skill.api_endpoint && !skill.operations && (
          <Check title="Endpoint">
            <Probe
              key={`${skill.id}-${skill.revision}`}
              skillId={skill.id}
              revision={skill.revision}
              submitted={probe}
            />
          </Check>
        )}
        {skill.api_endpoint && (
          <Check title="Comparisons with the reviewed response">
            <Comparisons skill={skill} />
          </Check>
        )}
      </div>
    </Panel>
  );
}

/** What later calls found since the approval, or why none are made. */
function Comparisons({ skill: { not_compared: reason, comparisons, slug } }: { skill: ReviewDetail }) {
  if (reason) return <p className="text-sm text-warn">Not compared: {NOT_COMPARED[reason]}</p>;
  const differing = comparisons.filter(({ differences }) => differences.length > 0);
  return (
    <p className="text-sm text-muted">
      {comparisons.length === 0
        ? "None so far. Approved endpoints are called at random times."
        : `${differing.length} of the last ${counted(comparisons.length, "comparison")} found a difference.`}{" "}
      {comparisons.length > 0 && (
        <Link className="underline" href={`/admin/comparisons?skill=${slug}`}>
          See them
        </Link>
      )}
    </p>
  );
}

/** How some of the tools responded to the automatic call after the submission. */
function ToolResults({ tools }: { tools: NonNullable<SubmissionProbe["tools"]> }) {
  if (tools.length === 0) return <p className="text-sm text-muted">None can be called without harm.</p>;
  return (
    <ul className="grid gap-1 text-sm" aria-label="Called automatically">
      {tools.map(({ name, ok, problem, result, total_ms }) => (
        <li key={name} className="grid gap-1">
          <span className="wrap-anywhere">
            <Badge tone={ok ? "ok" : "bad"}>{ok ? "works" : "failed"}</Badge> <code className="text-xs">{name}</code>{" "}
            <span className="text-xs text-muted">{total_ms} ms</span> {problem}
          </span>
          {result !== null && (
            <details>
              <summary className="cursor-pointer text-xs text-muted">Response</summary>
              <pre className="mt-1 max-h-60 overflow-auto text-xs whitespace-pre-wrap wrap-anywhere">
                <VisibleText text={result} />
              </pre>
            </details>
          )}
        </li>
      ))}
    </ul>
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
