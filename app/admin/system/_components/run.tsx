"use client";

import { ActionButton } from "@/components/ui/action-button";
import { type AdminCall, callAdmin } from "@/lib/interfaces/client/api";

/** A button that asks the API for one thing and shows the page as it is afterwards. */
export function Run({ label, ...act }: { label: string } & AdminCall) {
  return (
    <ActionButton size="sm" refreshes send={() => callAdmin(act)}>
      {label}
    </ActionButton>
  );
}
