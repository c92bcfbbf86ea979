import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { HighlightedBlock } from "@/components/code/highlighted";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { type ParameterRow, parameterRows } from "@/lib/supply/skills/parameter-rows";

const COLUMNS: Column<ParameterRow>[] = [
  { title: "Name", isMain: true, cell: ({ name }) => <code className="text-xs">{name}</code> },
  { title: "Type", cell: ({ type }) => <code className="text-xs wrap-break-word text-muted">{type}</code> },
  { title: "Required", cell: ({ isRequired }) => (isRequired ? "yes" : "no") },
  { title: "Description", cell: ({ description }) => description || "–" },
];

const RESULT_COLUMNS = COLUMNS.map((column) =>
  column.title === "Required" ? { ...column, title: "Always present" } : column,
);

/** What the code of the tab beside it needs to know: the key, the parameters and what goes wrong. */
export function ApiReference({ skill }: { skill: PageSkill }) {
  const rows = parameterRows(skill.api_schema);
  const results = parameterRows(skill.response_schema);
  return (
    <div className="grid min-w-0 content-start gap-4">
      <p className="max-w-prose text-sm text-muted">
        The code takes its key from <code>SKILLS_API_KEY</code>:{" "}
        <Link className="text-accent-ink underline" href="/keys">
          make one
        </Link>
        . Only a call that succeeds is charged;{" "}
        <Link className="text-accent-ink underline" href="/docs/errors">
          every error has a code
        </Link>
        , and a repeated <code>Idempotency-Key</code> returns the same response and charges once.
      </p>
      {rows.length > 0 && (
        <Panel title="Parameters">
          <DataTable label="Parameters" rows={rows} keyOf={({ name }) => name} columns={COLUMNS} />
        </Panel>
      )}
      {results.length > 0 && (
        <Panel title="Result">
          <DataTable label="Result" rows={results} keyOf={({ name }) => name} columns={RESULT_COLUMNS} />
          <p className="mt-2 text-xs text-muted">
            {skill.response_mode === "strict"
              ? "A response that doesn't match fails the call and isn't charged."
              : "A response that doesn't match is charged and recorded as response_invalid."}
          </p>
        </Panel>
      )}
      {skill.response_schema && (
        <details>
          <summary className="text-sm font-medium">JSON Schema of the result</summary>
          <div className="mt-2">
            <HighlightedBlock language="json" code={JSON.stringify(skill.response_schema, null, 2)} />
          </div>
        </details>
      )}
      {skill.api_schema && (
        <details>
          <summary className="text-sm font-medium">JSON Schema of the parameters</summary>
          <div className="mt-2">
            <HighlightedBlock language="json" code={JSON.stringify(skill.api_schema, null, 2)} />
          </div>
        </details>
      )}
    </div>
  );
}
