"use client";

import { ActionSwitch } from "@/components/ui/action-switch";
import { callApi } from "@/lib/interfaces/client/api";

/** Switches the logging of bodies on or off. */
export function LogBodies({ id, initial }: { id: string; initial: boolean }) {
  return (
    <ActionSwitch
      label="Log parameters and responses"
      hint="For 7 days, up to 16 KiB each, and only of callers who store parameters themselves."
      initial={initial}
      send={async (bodies) =>
        (await callApi("PUT /v1/developer/skills/{id}/call-log", { params: { id }, body: { bodies } })).data.bodies
      }
    />
  );
}
