"use client";

import { useState } from "react";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { MutableNotice } from "@/lib/platform/notifications/schemas";

type Kind = { kind: MutableNotice; title: string; side: "buying" | "selling" };
const SIDES = [
  ["buying", "What you buy"],
  ["selling", "Your own skills"],
] as const;

/** One switch for each kind of notification that the account may turn off. */
export function NotificationSwitches({ kinds, initial }: { kinds: Kind[]; initial: MutableNotice[] }) {
  const [muted, setMuted] = useState(initial);
  const { run, isBusy, failure } = useAction();
  const save = (chosen: MutableNotice[]) =>
    run(async () => {
      const { data } = await callApi("PATCH /v1/account", { body: { muted_notifications: chosen } });
      setMuted(data.muted_notifications);
    });
  return (
    <div className="grid gap-3">
      {SIDES.map(([side, heading]) => (
        <fieldset key={side} className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{heading}</legend>
          {kinds
            .filter((kind) => kind.side === side)
            .map(({ kind, title }) => (
              <p key={kind} className="flex items-center gap-3 text-sm">
                <Switch
                  isOn={!muted.includes(kind)}
                  onChange={(isOn) => void save(isOn ? muted.filter((other) => other !== kind) : [...muted, kind])}
                  isDisabled={isBusy}
                  labelledBy={`notify-${kind}`}
                />
                <span id={`notify-${kind}`}>{title}</span>
              </p>
            ))}
        </fieldset>
      ))}
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
