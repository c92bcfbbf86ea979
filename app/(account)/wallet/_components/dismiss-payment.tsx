"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

/** Ends an unfinished payment, which then can't be paid any more. */
export function DismissPayment({ id }: { id: string }) {
  return (
    <ActionButton
      variant="plain"
      send={() => callApi("DELETE /v1/credits/orders/{id}", { params: { id } })}
      done="Payment canceled. Nothing was charged."
      refreshes
    >
      Dismiss
    </ActionButton>
  );
}
