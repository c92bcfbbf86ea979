"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, TextArea } from "@/components/ui/field";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import { MAX_REASON_CHARS } from "@/lib/platform/core/limits";

type Action = "dismiss" | "warn" | "suspend";

/** Decides one report; a suspension asks first. When another administrator was faster, it says so. */
export function Triage({ reportId }: { reportId: string }) {
  const [note, setNote] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction({ refreshes: true });
  const id = useId();
  const decide = (action: Action) =>
    run(async () => {
      await callApi(`/v1/admin/reports/${reportId}/decision`, {
        method: "POST",
        body: { action, note },
      }).catch((error: unknown) => {
        // The report leaves the list, and with it whatever is said here.
        if (error instanceof ApiError && error.code === "already_decided") notify(error.message);
        throw error;
      });
    });
  const beside = failureBeside(["note"]);
  return (
    <div className="grid content-start gap-2">
      <Field
        id={id}
        label="Note"
        hint="The developer reads it with a warning or suspension."
        error={errorAt("note")}
      >
        <TextArea
          id={id}
          maxLength={MAX_REASON_CHARS}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className="min-h-16"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isBusy || isDone} onClick={() => decide("dismiss")}>
          Dismiss
        </Button>
        <Button size="sm" disabled={isBusy || isDone} onClick={() => decide("warn")}>
          Warn
        </Button>
        <Button size="sm" variant="danger" disabled={isBusy || isDone} onClick={() => setAsking(true)}>
          Suspend skill
        </Button>
      </div>
      {beside ? <ErrorAlert error={beside} /> : null}
      <LazyAlertDialog
        isOpen={isAsking}
        title="Suspend this skill?"
        action="Suspend"
        onConfirm={() => decide("suspend")}
        onClose={() => setAsking(false)}
      >
        <p>
          It leaves the marketplace at once: buyers can no longer find, buy or call it. Running purchases end
          and buyers get the unused rest back. Unsuspending does not undo the refunds.
        </p>
      </LazyAlertDialog>
    </div>
  );
}
