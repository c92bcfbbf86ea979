"use client";

import { ActionButton } from "@/components/ui/action-button";
import { accountQueries } from "@/lib/interfaces/client/account-queries";
import { callApi } from "@/lib/interfaces/client/api";

/** Marks every notification as read. */
export function MarkAllRead() {
  return (
    <ActionButton
      size="sm"
      send={() => callApi("POST /v1/notifications/read", { body: {} })}
      invalidates={[accountQueries.unread.queryKey]}
      refreshes
    >
      Mark all as read
    </ActionButton>
  );
}
