"use client";

import { ActionSwitch } from "@/components/ui/action-switch";
import { callApi } from "@/lib/interfaces/client/api";

/** Switches the logging of bodies on or off. */
export function LogBodies({ id, initial }: { id: string; initial: boolean }) {
  return (
    <ActionSwitch
      label="Log parameters and responses"
      hint="Kept for 7 days, up to 16 KiB each, only for callers who store their parameters."
      initial={initial}
      send={async (bodies) =>
        (await callApi("PUT /v1/developer/skills/{id}/call-log", { params: { id }, body: { bodies } })).data.bodies
      }
    />
  );
}
