"use client";

import { type ReactNode, useId, useState } from "react";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  initial: boolean;
  /** Saves what is wanted, and returns what is then so. */
  send: (isWanted: boolean) => Promise<boolean>;
};

/** Something that is on or off, and is saved when it changes. */
export function ActionSwitch({ label, hint, initial, send }: Props) {
  const [isOn, setOn] = useState(initial);
  const { run, isBusy, failure } = useAction();
  const id = useId();
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-3 text-sm">
        <Switch
          isOn={isOn}
          onChange={(isWanted) => void run(async () => setOn(await send(isWanted)))}
          isDisabled={isBusy}
          labelledBy={id}
        />
        <div>
          <span id={id}>{label}</span>
          {hint && <span className="block text-xs text-muted">{hint}</span>}
        </div>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
