"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

/** Withdraws an offer after asking. */
export function WithdrawOffer({ id, offer, name }: { id: string; offer: string; name: string }) {
  return (
    <ActionButton
      size="sm"
      variant="quiet"
      refreshes
      question={{
        title: `Withdraw ${name}?`,
        action: "Withdraw offer",
        children: "The account can no longer buy it. If it has bought the plan, it keeps it.",
      }}
      send={() => callApi("DELETE /v1/developer/skills/{id}/offers/{offer}", { params: { id, offer } })}
    >
      Withdraw
    </ActionButton>
  );
}
