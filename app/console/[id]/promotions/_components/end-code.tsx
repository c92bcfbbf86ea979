"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Ends a promotion code after asking. */
export function EndCode({ id, promotion, code }: { id: string; promotion: string; code: string }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const end = async () => {
    await run(async () => {
      await callApi(`/v1/developer/skills/${id}/promotion-codes/${promotion}`, { method: "DELETE" });
    });
  };
  return (
    <>
      <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
        End
      </Button>
      <LazyAlertDialog
        title={`End ${code}?`}
        action="End the code"
        isOpen={isAsking}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <p>Nobody can buy with it any more. Purchases made with it keep their price.</p>
      </LazyAlertDialog>
      {failure ? <ErrorAlert error={failure} /> : null}
    </>
  );
}
