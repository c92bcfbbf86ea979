"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { MAX_REASON_CHARS } from "@/lib/platform/core/limits";

/** Asks for the newest charge of a purchase back. */
export function RequestRefund({ id, name, price }: { id: string; name: string; price: string }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { run, isBusy, errorAt, failureBeside } = useAction({ refreshes: true });
  const field = useId();
  const send = () =>
    run(async () => {
      await callApi(`/v1/purchases/${id}/refund-request`, { method: "POST", body: { reason } });
      setOpen(false);
      notify("Refund requested. The developer has been notified.");
    });
  const beside = failureBeside(["reason"]);
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        Request refund
      </Button>
      <LazyDialog
        title={`Request a refund of ${price}`}
        about={`For ${name}. The developer answers first; if they decline or don't answer, an administrator can decide.`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Form onSend={send} className="grid gap-3">
          <Field
            id={field}
            label="What went wrong?"
            hint="The developer reads it. Asking also cancels the renewal."
            error={errorAt("reason")}
          >
            <TextArea
              id={field}
              required
              maxLength={MAX_REASON_CHARS}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              className="min-h-24 font-sans text-sm"
            />
          </Field>
          {beside ? <ErrorAlert error={beside} /> : null}
          <div>
            <Button type="submit" variant="primary" disabled={isBusy || reason.trim() === ""}>
              Send request
            </Button>
          </div>
        </Form>
      </LazyDialog>
    </>
  );
}

/** Asks an administrator to decide what the developer declined. */
export function EscalateRefund({ id }: { id: string }) {
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const ask = () =>
    run(async () => {
      await callApi(`/v1/purchases/${id}/refund-request/escalation`, { method: "POST" });
      notify("An administrator will decide.");
    });
  return failure ? (
    <ErrorAlert error={failure} retry={again} />
  ) : (
    <Button size="sm" disabled={isBusy} onClick={ask}>
      Ask an administrator
    </Button>
  );
}
