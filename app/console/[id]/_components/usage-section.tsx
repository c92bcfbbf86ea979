"use client";

import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { ContentInput, ContentInputs } from "@/app/console/[id]/_components/content-input";
import { CodeEditor } from "@/app/console/[id]/_components/lazy-code-editor";
import { ProbePanel } from "@/app/console/[id]/_components/probe-panel";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { type EditedSkill, hasToolsOf, parseExamples, parseSchema } from "@/app/console/[id]/_components/state";
import type { TestedTool } from "@/app/console/[id]/_components/tool-test-panel";
import { SchemaField } from "@/components/skills/schema-form";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { Issue } from "@/lib/interfaces/client/issues";
import { exampleFor } from "@/lib/supply/skills/schema-example";

// Few skills ask for credentials, or have tools.
const CredentialsEditor = dynamic(() =>
  import("@/app/console/[id]/_components/credentials-editor").then((module) => module.CredentialsEditor),
);
const ToolsEditor = dynamic(() =>
  import("@/app/console/[id]/_components/tools-editor").then((module) => module.ToolsEditor),
);
const ToolTestPanel = dynamic(
  () => import("@/app/console/[id]/_components/tool-test-panel").then((module) => module.ToolTestPanel),
  { loading: () => <div className="h-64 rounded-md border border-line" /> },
);

const STARTER = `{
  "type": "object",
  "properties": {
    "text": {
      "type": "string",
      "title": "Text",
      "description": "What to work on.",
      "examples": ["How many words is this?"]
    }
  },
  "required": ["text"],
  "additionalProperties": false
}`;

type Props = SectionProps & {
  skillId: string;
  schemaIssues: readonly Issue[];
  isReadOnly: boolean;
  saved: () => Promise<EditedSkill>;
};

/** How the skill is called: its kind, its endpoint, its parameters with the form that they make, and a test call. */
export function UsageSection(props: Props) {
  const { state, skillId, saved } = props;
  const tools = useMemo(() => testedOf(state.operations), [state.operations]);
  return (
    <Panel title="How it's used">
      <div className="grid gap-4">
        <ContentInput name="execution_type" {...props} />
        <ContentInputs section="usage" except={["execution_type", "api_endpoint", "endpoint_type"]} {...props} />
        {state.execution_type !== "download" && (
          <>
            <ContentInput name="api_endpoint" {...props} />
            {hasToolsOf(state) ? (
              <>
                <ContentInput name="endpoint_type" {...props} />
                <ToolsEditor {...props} />
                {tools && <ToolTestPanel {...{ tools, skillId, saved }} />}
              </>
            ) : (
              <Parameters {...props} />
            )}
            <CredentialsEditor {...props} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** The tools that can be called; null while there are none. */
function testedOf(operations: string): readonly [TestedTool, ...TestedTool[]] | null {
  const tools = (parseExamples(operations).examples ?? []) as Partial<TestedTool>[];
  const [first, ...rest] = tools.filter((tool): tool is TestedTool => typeof tool?.name === "string");
  return first ? [first, ...rest] : null;
}

function Parameters({ state, change, errorAt, schemaIssues, isReadOnly, skillId, saved }: Props) {
  const { schema, problem } = useMemo(() => parseSchema(state.api_schema), [state.api_schema]);
  const [typed, setTyped] = useState<unknown>(undefined);
  const value = typed ?? exampleFor(schema ?? {});
  const hasForm = schema !== null && typeof schema.properties === "object";
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid content-start gap-1">
          <div className="flex items-center justify-between">
            <span className="text-sm font-medium">Parameters (JSON Schema)</span>
            {state.api_schema.trim() === "" && (
              <Button size="sm" variant="quiet" onClick={() => change({ api_schema: STARTER })}>
                Start with an example
              </Button>
            )}
          </div>
          <CodeEditor
            id="api_schema"
            label="Parameters (JSON Schema)"
            value={state.api_schema}
            issues={schemaIssues}
            isReadOnly={isReadOnly}
            onChange={(api_schema) => change({ api_schema })}
          />
          {problem || errorAt("api_schema") ? (
            <p role="alert" className="text-xs text-bad">
              {problem ?? errorAt("api_schema")}
            </p>
          ) : (
            <p className="text-xs text-muted">JSON Schema 2020-12. Empty accepts any object.</p>
          )}
        </div>
        <fieldset className="grid min-w-0 content-start gap-3">
          <legend className="mb-1 text-sm font-medium">Form preview</legend>
          <div className="rounded-md border border-line bg-bg p-4">
            {hasForm ? (
              <SchemaField
                schema={schema}
                root={schema}
                value={value}
                onChange={setTyped}
                name="parameters"
                path=""
                isRequired
                errors={{}}
              />
            ) : (
              <p className="text-sm text-muted">
                {problem ? "The form appears once the schema is valid JSON." : "No parameters yet."}
              </p>
            )}
          </div>
        </fieldset>
      </div>
      <ProbePanel
        // A response of another endpoint, or to another schema, says nothing about these.
        key={[state.api_endpoint, state.api_schema, state.response_schema, state.response_mode, state.examples].join(
          "\n",
        )}
        skillId={skillId}
        saved={saved}
        parameters={typed === undefined ? undefined : value}
        hasEndpoint={state.api_endpoint.trim() !== ""}
      />
    </>
  );
}
