"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { ProbeExchange } from "@/components/review/probe-exchange";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useAction } from "@/components/ui/use-action";
import type { ProbeResult } from "@/lib/demand/execution/probe-schemas";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Result = z.output<typeof ProbeResult>;

/** One test call of the saved draft, and the exchange that came of it. */
export function ProbePanel({
  skillId,
  parameters,
  hasEndpoint,
  saved,
}: {
  skillId: string;
  /** What to send; the schema's example when undefined. */
  parameters: unknown;
  hasEndpoint: boolean;
  /** Saves what has been typed, so that the call goes to what is seen. */
  saved: () => Promise<unknown>;
}) {
  const [result, setResult] = useState<Result | null>(null);
  const { run, again, isBusy, failure } = useAction();
  const send = () =>
    run(async () => {
      await saved();
      const { data } = await callApi("POST /v1/developer/skills/{id}/probe", {
        params: { id: skillId },
        body: { parameters: parameters as BodyOf<"POST /v1/developer/skills/{id}/probe">["parameters"] },
      });
      setResult(data);
    });
  return (
    <section aria-label="Test call" className="grid gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="text-sm font-semibold">Test call</h3>
          <p className="text-xs text-muted">
            Sends the form's values, or else the examples, exactly like a buyer's call. Free.
          </p>
        </div>
        <Button onClick={() => void send()} disabled={isBusy || !hasEndpoint}>
          <Play size={14} aria-hidden /> {isBusy ? "Calling…" : "Send test call"}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {failure ? <ErrorAlert error={failure} retry={again} /> : null}
        {result && !failure && <ProbeExchange result={result} />}
      </div>
    </section>
  );
}
