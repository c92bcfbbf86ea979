"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { useConfirm } from "@/components/ui/use-confirm";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { id: string; name: string; holder: string; isAppeal: boolean };

/** Decides a claim of a name, or an appeal; giving it asks first. */
export function DecideClaim({ id, name, holder, isAppeal }: Props) {
  const [reason, setReason] = useState("");
  const { ask, run, dialog, ...deciding } = useConfirm({
    question: () => ({
      title: `Give ${name}?`,
      action: "Give",
      children: isAppeal
        ? `It changes hands immediately. ${holder} gets another name.`
        : `${holder} has 7 days to appeal. Then it changes hands, and they get another name.`,
    }),
    send: (action: "give" | "decline") =>
      callApi("POST /v1/admin/name-claims/{id}/decision", { params: { id }, body: { action, reason } }),
    isKeyed: false,
    refreshes: true,
  });
  return (
    <Form className="grid gap-2" by={deciding} onSend={() => run("decline")}>
      <AreaField
        name="reason"
        label="Reason"
        hint="Both sides read it."
        limit="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="min-h-16!"
      />
      <FormEnd action="Decline" variant="plain" size="sm" isOnce>
        <Button size="sm" variant="primary" disabled={deciding.isBusy || deciding.isDone} onClick={() => ask("give")}>
          Give the name
        </Button>
      </FormEnd>
      {dialog}
    </Form>
  );
}
