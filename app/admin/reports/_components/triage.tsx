"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { useConfirm } from "@/components/ui/use-confirm";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

/** Decides one report; a suspension asks first. When another administrator was faster, it says so. */
export function Triage({ reportId }: { reportId: string }) {
  const [note, setNote] = useState("");
  const { ask, run, dialog, ...deciding } = useConfirm({
    question: () => ({
      title: "Suspend this skill?",
      action: "Suspend",
      children:
        "It leaves the marketplace immediately: buyers can no longer find, buy or call it. Running purchases end, and buyers get the unused part back. Unsuspending doesn't undo the refunds.",
    }),
    send: (action: "dismiss" | "warn" | "suspend") =>
      callApi("POST /v1/admin/reports/{id}/decision", {
        params: { id: reportId },
        body: { action, note },
      }).catch((error: unknown) => {
        // The report leaves the list, and with it whatever is said here.
        if (error instanceof ApiError && error.code === "already_decided") notify(error.message);
        throw error;
      }),
    isKeyed: false,
    refreshes: true,
  });
  const isOff = deciding.isBusy || deciding.isDone;
  return (
    <Form className="grid content-start gap-2" by={deciding} onSend={() => run("dismiss")}>
      <AreaField
        name="note"
        label="Note"
        hint="Sent to the developer with a warning or suspension."
        limit="reason"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        className="min-h-16!"
      />
      <FormEnd action="Dismiss" variant="plain" size="sm" isOnce>
        <Button size="sm" disabled={isOff} onClick={() => run("warn")}>
          Warn
        </Button>
        <Button size="sm" variant="danger" disabled={isOff} onClick={() => ask("suspend")}>
          Suspend skill
        </Button>
      </FormEnd>
      {dialog}
    </Form>
  );
}
