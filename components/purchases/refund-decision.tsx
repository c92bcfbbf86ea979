"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { AreaField } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { useConfirm } from "@/components/ui/use-confirm";
import { ApiError, type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Developers = "POST /v1/developer/refund-requests/{id}/decision";
type Admins = "POST /v1/admin/refund-requests/{id}/decision";
type Decisions = BodyOf<Developers>["decision"] | BodyOf<Admins>["decision"];
type Choice = {
  decision: Decisions;
  label: string;
  /** What is asked before, when it moves credits. */
  question?: string;
  done: string;
};

type Props = {
  id: string;
  /** Who decides; the reason is called a note where administrators give it. */
  as: "developer" | "admin";
  hint: string;
  choices: readonly Choice[];
};

/** Decides a request for a refund, with a reason. Shows it when another administrator was faster. */
export function RefundDecision({ id, as, hint, choices }: Props) {
  const [text, setText] = useState("");
  const { ask, run, dialog, ...deciding } = useConfirm({
    question: ({ label, question }: Choice) => ({ title: `${label}?`, action: label, children: question }),
    send: ({ decision }: Choice) =>
      send(as, id, decision, text).catch((error: unknown) => {
        // The request leaves the list, and with it whatever is said here.
        if (error instanceof ApiError && error.code === "already_decided") notify(error.message);
        throw error;
      }),
    isKeyed: false,
    onDone: (_, { done }) => notify(done),
    refreshes: true,
  });
  const failure = deciding.failureBeside([NAMES[as]]);
  return (
    <div className="grid content-start gap-2">
      <AreaField
        name={NAMES[as]}
        label="Reason"
        hint={hint}
        error={deciding.errorAt(NAMES[as])}
        limit="reason"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-16!"
      />
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button
            key={choice.decision}
            size="sm"
            disabled={deciding.isBusy || deciding.isDone || text.trim() === ""}
            onClick={() => (choice.question ? ask(choice) : void run(choice))}
          >
            {choice.label}
          </Button>
        ))}
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
      {dialog}
    </div>
  );
}

const NAMES = { developer: "reason", admin: "note" };

function send(as: Props["as"], id: string, decision: Decisions, text: string) {
  const params = { id };
  return as === "admin"
    ? callApi("POST /v1/admin/refund-requests/{id}/decision", {
        params,
        body: { decision: decision as BodyOf<Admins>["decision"], note: text },
      })
    : callApi("POST /v1/developer/refund-requests/{id}/decision", {
        params,
        body: { decision: decision as BodyOf<Developers>["decision"], reason: text },
      });
}
