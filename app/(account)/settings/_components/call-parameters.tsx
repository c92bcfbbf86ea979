"use client";

import { ActionSwitch } from "@/components/ui/action-switch";
import { callApi } from "@/lib/interfaces/client/api";

/** Switches the storing of call parameters on or off. */
export function CallParameters({ initial }: { initial: boolean }) {
  return (
    <ActionSwitch
      label="Store call parameters"
      hint="You see them in Usage for 7 days, up to 16 KiB per call. Developers who log bodies see those of calls to their skill, without your name. Turning this off deletes them."
      initial={initial}
      send={async (store_call_parameters) =>
        (await callApi("PATCH /v1/account", { body: { store_call_parameters } })).data.store_call_parameters
      }
    />
  );
}
