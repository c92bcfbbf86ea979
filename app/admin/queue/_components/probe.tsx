"use client";

import { useState } from "react";
import { noteProbed } from "@/app/admin/queue/_components/seen-files";
import { ProbeExchange } from "@/components/review/probe-exchange";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { RelativeTime } from "@/components/ui/relative-time";
import { useAction } from "@/components/ui/use-action";
import type { ProbeResult, SubmissionProbe } from "@/lib/demand/execution/probe-schemas";
import { callApi } from "@/lib/interfaces/client/api";

/** Calls the endpoint under review with the example of its schema, and shows the whole exchange. */
export function Probe({
  skillId,
  revision,
  submitted,
}: {
  skillId: string;
  revision: number;
  /** The automatic call after the submission. */
  submitted: SubmissionProbe | null;
}) {
  const [result, setResult] = useState<ProbeResult | null>(null);
  const { run, again, isBusy, failure } = useAction();
  const call = () =>
    run(async () => {
      const { data } = await callApi("POST /v1/admin/skills/{id}/probe", {
        params: { id: skillId },
        body: {},
      });
      setResult(data);
      noteProbed(skillId, revision);
    });
  const shown = result ?? submitted?.result;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={isBusy} onClick={call}>
          {isBusy ? "Calling…" : "Call the endpoint"}
        </Button>
        <span className="text-xs text-muted">
          {submitted && !result ? (
            <>
              Called automatically <RelativeTime time={submitted.called_at} />, after the submission.
            </>
          ) : (
            "Signed test calls with the skill's examples, or with input generated from its schema. Free."
          )}
        </span>
      </div>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      {submitted?.failure && !result && <p className="text-sm text-warn">Not called: {submitted.failure}</p>}
      <div aria-live="polite">{shown && <ProbeExchange result={shown} />}</div>
    </div>
  );
}
