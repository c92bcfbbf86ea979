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

type Choice = {
  decision: string;
  label: string;
  /** What is asked before, when it moves credits. */
  question?: string;
  done: string;
};

type Props = {
  path: string;
  /** The field of the reason, and who reads it. */
  field: "reason" | "note";
  hint: string;
  choices: readonly Choice[];
};

/** Decides a request for a refund, with a reason. Shows it when another administrator was faster. */
export function RefundDecision({ path, field, hint, choices }: Props) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Choice | null>(null);
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction({ refreshes: true });
  const id = useId();
  const decide = ({ decision, done }: Choice) =>
    run(async () => {
      await callApi(path, { method: "POST", body: { decision, [field]: text } }).catch((error: unknown) => {
        // The request leaves the list, and with it whatever is said here.
        if (error instanceof ApiError && error.code === "already_decided") notify(error.message);
        throw error;
      });
      notify(done);
    });
  const beside = failureBeside([field]);
  return (
    <div className="grid content-start gap-2">
      <Field id={id} label="Reason" hint={hint} error={errorAt(field)}>
        <TextArea
          id={id}
          maxLength={MAX_REASON_CHARS}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-h-16 font-sans text-sm"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button
            key={choice.decision}
            size="sm"
            disabled={isBusy || isDone || text.trim() === ""}
            onClick={() => (choice.question ? setAsked(choice) : decide(choice))}
          >
            {choice.label}
          </Button>
        ))}
      </div>
      {beside ? <ErrorAlert error={beside} /> : null}
      {asked && (
        <LazyAlertDialog
          isOpen
          title={`${asked.label}?`}
          action={asked.label}
          onConfirm={() => decide(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{asked.question}</p>
        </LazyAlertDialog>
      )}
    </div>
  );
}
