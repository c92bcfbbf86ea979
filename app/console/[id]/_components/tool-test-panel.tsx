"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { SchemaField } from "@/components/skills/schema-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField } from "@/components/ui/field";
import { useAction } from "@/components/ui/use-action";
import { callApi, type ResultOf } from "@/lib/interfaces/client/api";
import { issuesOf } from "@/lib/interfaces/client/issues";
import { exampleFor } from "@/lib/supply/skills/schema-example";

export type TestedTool = { name: string; input_schema?: Record<string, unknown> };
type Result = ResultOf<"POST /v1/developer/skills/{id}/tools/{tool}/test">;

type Props = {
  skillId: string;
  tools: readonly [TestedTool, ...TestedTool[]];
  /** Saves what has been typed, so that the call goes to what is seen. */
  saved: () => Promise<unknown>;
};

/** A free call of one tool by its form, as a buyer would make it. */
export function ToolTestPanel({ skillId, tools, saved }: Props) {
  const [first] = tools;
  const [name, setName] = useState(first.name);
  const tool = tools.find((one) => one.name === name) ?? first;
  return (
    <section aria-label="Test a tool" className="grid min-w-0 gap-3 rounded-md border border-line p-4">
      <div>
        <h3 className="text-sm font-semibold">Test a tool</h3>
        <p className="text-xs text-muted">Calls your server exactly like a buyer's call. Free.</p>
      </div>
      <SelectField
        name="tested-tool"
        label="Tool"
        className="max-w-sm font-mono"
        value={tool.name}
        options={tools.map((one) => [one.name, one.name])}
        onChange={(event) => setName(event.target.value)}
      />
      <OneTest key={tool.name} {...{ skillId, tool, saved }} />
    </section>
  );
}

function OneTest({
  skillId,
  tool: { name, input_schema: schema = {} },
  saved,
}: Omit<Props, "tools"> & { tool: TestedTool }) {
  const [value, setValue] = useState<unknown>(() => exampleFor(schema) ?? {});
  const [result, setResult] = useState<Result | null>(null);
  const { run, again, isBusy, failure } = useAction();
  const issues = issuesOf(failure);
  const properties = typeof schema.properties === "object" && schema.properties !== null ? schema.properties : {};
  const isAtFields = issues.length > 0 && issues.every(({ param }) => Object.hasOwn(properties, param));
  const send = () =>
    run(async () => {
      setResult(null);
      await saved();
      const { data } = await callApi("POST /v1/developer/skills/{id}/tools/{tool}/test", {
        params: { id: skillId, tool: name },
        body: value as Record<string, unknown>,
      });
      setResult(data);
    });
  return (
    <>
      {Object.keys(properties).length > 0 && (
        <SchemaField
          schema={schema}
          root={schema}
          value={value}
          onChange={setValue}
          name="parameters"
          path=""
          isRequired
          errors={Object.fromEntries(issues.map(({ param, message }) => [param, message]))}
        />
      )}
      <div>
        <Button onClick={() => void send()} disabled={isBusy}>
          <Play size={14} aria-hidden /> {isBusy ? "Calling…" : "Send test call"}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {failure && !isAtFields ? <ErrorAlert error={failure} retry={again} /> : null}
        {result && <Outcome result={result} />}
      </div>
    </>
  );
}

function Outcome({ result: { ok, message, result, duration_ms } }: { result: Result }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <Badge tone={ok ? "ok" : "bad"}>{ok ? "Works" : "Would fail"}</Badge>
        <span className="font-mono text-xs text-muted">{duration_ms} ms</span>
      </p>
      {message && <p className="text-sm wrap-anywhere">{message}</p>}
      {result !== null && (
        <section
          aria-label="Result"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-md border border-line bg-raised"
        >
          <pre className="p-3 font-mono text-2xs whitespace-pre-wrap break-all">{JSON.stringify(result, null, 2)}</pre>
        </section>
      )}
    </div>
  );
}
