"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useAction } from "@/components/ui/use-action";
import { accountQueries } from "@/lib/interfaces/client/account-queries";
import { callApi } from "@/lib/interfaces/client/api";

/** Marks every notification as read. */
export function MarkAllRead() {
  const { run, isBusy, failure } = useAction({
    invalidates: [accountQueries.unread.queryKey],
    refreshes: true,
  });
  const mark = () =>
    run(async () => {
      await callApi("/v1/notifications/read", { method: "POST", body: {} });
    });
  return (
    <div className="mb-4">
      <Button size="sm" onClick={mark} disabled={isBusy}>
        Mark all as read
      </Button>
      {failure ? <ErrorAlert error={failure} retry={mark} /> : null}
    </div>
  );
}
