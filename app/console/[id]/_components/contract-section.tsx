"use client";

import { useMemo } from "react";
import { ContentInputs } from "@/app/console/[id]/_components/content-input";
import { CodeEditor } from "@/app/console/[id]/_components/lazy-code-editor";
import { bound, type SectionProps } from "@/app/console/[id]/_components/section";
import { parseExamples, parseSchema } from "@/app/console/[id]/_components/state";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { type Issue, issuesOf } from "@/lib/interfaces/client/issues";
import { exampleFor } from "@/lib/supply/skills/schema-example";

const STARTER = `{
  "type": "object",
  "properties": {
    "words": { "type": "integer", "description": "How many words the text has." }
  },
  "required": ["words"]
}`;

const MODES = [
  ["flag", "is charged and flagged in the log"],
  ["strict", "fails and isn't charged"],
] as const;

type Props = SectionProps & { failure: unknown; isReadOnly: boolean };

/** The response schema, what happens to responses that break it, and examples of calls. */
export function ContractSection({ failure, isReadOnly, ...section }: Props) {
  const { state, change, errorAt } = section;
  const response = useMemo(() => parseSchema(state.response_schema), [state.response_schema]);
  const examples = useMemo(() => parseExamples(state.examples), [state.examples]);
  const issuesAt = useMemo(() => issuesByField(failure), [failure]);
  const firstExample = () => {
    const input = exampleFor(parseSchema(state.api_schema).schema ?? {});
    const output = response.schema ? exampleFor(response.schema) : undefined;
    change({ examples: JSON.stringify([{ name: "A first example", input, output }], null, 2) });
  };
  return (
    <Panel title="Response">
      <div className="grid gap-4 lg:grid-cols-2">
        <Json
          label="Response (JSON Schema)"
          hint="Optional. Buyers see it, and agents get it as the output schema."
          id="response_schema"
          value={state.response_schema}
          problem={response.problem ?? errorAt("response_schema")}
          issues={issuesAt("response_schema")}
          isReadOnly={isReadOnly}
          start={() => change({ response_schema: STARTER })}
          onChange={(response_schema) => change({ response_schema })}
        />
        <Json
          label="Examples"
          hint="Optional, up to 5. Shown on the skill's page and run with each test call."
          id="examples"
          value={state.examples}
          problem={examples.problem ?? issueText(issuesAt("examples")) ?? errorAt("examples")}
          issues={issuesAt("examples")}
          isReadOnly={isReadOnly}
          start={firstExample}
          onChange={(text) => change({ examples: text })}
        />
        {state.response_schema.trim() !== "" && (
          <SelectField
            {...bound(section, "response_mode")}
            label="A response that doesn't match the schema"
            hint="Agents can rely on the schema only if such responses fail."
            options={MODES}
          />
        )}
        <ContentInputs section="contract" {...{ state, change, errorAt }} />
      </div>
    </Panel>
  );
}

/** What the API said about a field and the places inside it, each by its path there. */
function issuesByField(failure: unknown): (field: string) => Issue[] {
  const issues = issuesOf(failure);
  return (field) =>
    issues
      .filter(({ param }) => param === field || param.startsWith(`${field}.`) || param.startsWith(`${field}[`))
      .map(({ param, message }) => ({ param: param.slice(field.length).replace(/^\./, ""), message }));
}

function issueText([first]: Issue[]): string | undefined {
  return first && `${first.param} ${first.message}`.trim();
}

type JsonProps = {
  label: string;
  hint: string;
  id: string;
  value: string;
  problem: string | null | undefined;
  issues: Issue[];
  isReadOnly: boolean;
  start: () => void;
  onChange: (value: string) => void;
};

function Json({ label, hint, id, value, problem, issues, isReadOnly, start, onChange }: JsonProps) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <div className="flex min-h-7 items-center justify-between">
        <span className="text-sm font-medium">{label}</span>
        {value.trim() === "" && (
          <Button size="sm" variant="quiet" onClick={start} aria-label={`Start ${label} with an example`}>
            Start with an example
          </Button>
        )}
      </div>
      <CodeEditor id={id} label={label} value={value} issues={issues} isReadOnly={isReadOnly} onChange={onChange} />
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : (
        <p className="text-xs text-muted">{hint}</p>
      )}
    </div>
  );
}
