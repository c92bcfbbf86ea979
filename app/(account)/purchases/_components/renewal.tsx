"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

/** Cancels or resumes the renewal of a purchase. */
export function RenewalButton({ id, autoRenew }: { id: string; autoRenew: boolean }) {
  return (
    <ActionButton
      size="sm"
      refreshes
      send={() => callApi("PATCH /v1/purchases/{id}", { params: { id }, body: { auto_renew: !autoRenew } })}
      done={autoRenew ? "Renewal canceled. You keep access until the period ends." : "Renewal turned back on."}
    >
      {autoRenew ? "Cancel renewal" : "Resume renewal"}
    </ActionButton>
  );
}
