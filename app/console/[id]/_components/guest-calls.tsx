"use client";

import { ActionSwitch } from "@/components/ui/action-switch";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/interfaces/client/api";

export type GuestCallsProps = { id: string; initial: boolean; perDay: number };

/** Whether visitors may try a skill; saved when it changes, since it is no part of what is reviewed. */
export function GuestCalls({ id, initial, perDay }: GuestCallsProps) {
  return (
    <Panel title="Visitors">
      <ActionSwitch
        label="Let visitors try it without an account"
        hint={`Each once a day, at most ${perDay} a day together, and only while everybody's first call is free. You aren't paid for these calls. They count in no rating, ranking or alert.`}
        initial={initial}
        send={async (allowed) =>
          (await callApi("PUT /v1/developer/skills/{id}/guest-calls", { params: { id }, body: { allowed } })).data
            .allowed
        }
      />
    </Panel>
  );
}
