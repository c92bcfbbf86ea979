"use client";

import { useState } from "react";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Switches the storing of call parameters on or off. */
export function CallParameters({ initial }: { initial: boolean }) {
  const [isOn, setOn] = useState(initial);
  const { run, isBusy, failure } = useAction();
  const save = (isWanted: boolean) =>
    run(async () => {
      const { data } = await callApi<{ store_call_parameters: boolean }>("/v1/account", {
        method: "PATCH",
        body: { store_call_parameters: isWanted },
      });
      setOn(data.store_call_parameters);
    });
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-3">
        <Switch
          isOn={isOn}
          onChange={(next) => void save(next)}
          isDisabled={isBusy}
          labelledBy="call-parameters"
        />
        <p className="text-sm">
          <span id="call-parameters">Store call parameters</span>
          <span className="block text-xs text-muted">
            You see them in Usage for 7 days, up to 16 KiB per call. Developers who log bodies see those of
            calls to their skill, without your name. Switching this off deletes them.
          </span>
        </p>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
