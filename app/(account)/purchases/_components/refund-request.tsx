"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { callApi } from "@/lib/interfaces/client/api";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Requests a refund of a purchase's newest charge. */
export function RequestRefund({ id, name, price }: { id: string; name: string; price: string }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const send = async () => {
    const path = "POST /v1/purchases/{id}/refund-request";
    const { data } = await callApi(path, { params: { id }, body: { reason } });
    setOpen(false);
    const days = Math.round((Date.parse(data.answer_due_at) - Date.now()) / DAY_MS);
    notify(`Refund requested. The seller has ${days === 1 ? "1 day" : `${days} days`} to reply.`);
  };
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        Request refund
      </Button>
      <LazyDialog
        title={`Request a refund of ${price}`}
        about={`For ${name}. The developer decides first. If they decline or don't reply, an administrator can decide.`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Form onSend={send} refreshes className="grid gap-3">
          <AreaField
            name="reason"
            label="What went wrong?"
            hint="The developer reads it. Requesting a refund also cancels the renewal."
            required
            limit="reason"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="min-h-24!"
          />
          <FormEnd action="Send request" isBlocked={reason.trim() === ""} />
        </Form>
      </LazyDialog>
    </>
  );
}

/** Asks an administrator to decide what the developer declined. */
export function EscalateRefund({ id }: { id: string }) {
  return (
    <ActionButton
      size="sm"
      refreshes
      send={() => callApi("POST /v1/purchases/{id}/refund-request/escalation", { params: { id } })}
      done="An administrator will decide."
    >
      Ask an administrator
    </ActionButton>
  );
}
