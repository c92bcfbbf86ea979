"use client";

import { useState } from "react";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Switches the logging of bodies on or off. */
export function LogBodies({ id, initial }: { id: string; initial: boolean }) {
  const [isOn, setOn] = useState(initial);
  const { run, isBusy, failure } = useAction();
  const save = (bodies: boolean) =>
    run(async () => {
      const { data } = await callApi<{ bodies: boolean }>(`/v1/developer/skills/${id}/call-log`, {
        method: "PUT",
        body: { bodies },
      });
      setOn(data.bodies);
    });
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-3">
        <Switch
          isOn={isOn}
          onChange={(next) => void save(next)}
          isDisabled={isBusy}
          labelledBy="log-bodies"
        />
        <p className="text-sm">
          <span id="log-bodies">Log parameters and answers</span>
          <span className="block text-xs text-muted">
            For 7 days, up to 16 KiB each, and only of callers who store parameters themselves.
          </span>
        </p>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
