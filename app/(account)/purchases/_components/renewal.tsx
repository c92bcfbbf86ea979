"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Cancels or resumes the renewal of a purchase. */
export function RenewalButton({ id, autoRenew }: { id: string; autoRenew: boolean }) {
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const change = () =>
    run(async () => {
      await callApi(`/v1/purchases/${id}`, { method: "PATCH", body: { auto_renew: !autoRenew } });
      notify(
        autoRenew ? "Renewal canceled. You keep access until the period ends." : "Renewal turned back on.",
      );
    });
  return failure ? (
    <ErrorAlert error={failure} retry={again} />
  ) : (
    <Button size="sm" disabled={isBusy} onClick={change}>
      {autoRenew ? "Cancel renewal" : "Resume renewal"}
    </Button>
  );
}
