"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

/** Ends a promotion code after asking. */
export function EndCode({ id, promotion, code }: { id: string; promotion: string; code: string }) {
  return (
    <ActionButton
      size="sm"
      variant="quiet"
      refreshes
      question={{
        title: `End ${code}?`,
        action: "End code",
        children: "Buyers can no longer use it. Purchases made with it keep their price.",
      }}
      send={() =>
        callApi("DELETE /v1/developer/skills/{id}/promotion-codes/{promotion}", { params: { id, promotion } })
      }
    >
      End
    </ActionButton>
  );
}
