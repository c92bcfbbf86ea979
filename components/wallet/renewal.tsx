"use client";

import { useState } from "react";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { notifyNext } from "@/components/ui/notify";

/** Cancels or resumes the renewal of a purchase. */
export function RenewalButton({ id, autoRenew }: { id: string; autoRenew: boolean }) {
  const [failure, setFailure] = useState<unknown>(null);
  const change = async () => {
    try {
      await callApi(`/v1/purchases/${id}`, { method: "PATCH", body: { auto_renew: !autoRenew } });
      notifyNext(autoRenew ? "The renewal is cancelled." : "It renews again.");
      window.location.reload();
    } catch (error) {
      setFailure(error);
    }
  };
  return failure ? (
    <Failure error={failure} />
  ) : (
    <Button size="sm" onClick={change}>
      {autoRenew ? "Cancel renewal" : "Resume renewal"}
    </Button>
  );
}
